"""Sources with one blank for each level of indentation, and one at the beginning of lines that go
on: every blank takes room on the board's drive and is read at every start."""

import io
import tokenize

_NO_WORDS = (tokenize.NL, tokenize.COMMENT, tokenize.INDENT, tokenize.DEDENT, tokenize.ENDMARKER)
# Later versions of Python take texts with braces apart.
_TEXT_BEGINS = getattr(tokenize, "FSTRING_START", -1)
_TEXT_ENDS = getattr(tokenize, "FSTRING_END", -1)


def narrowed(source: bytes) -> bytes:
    """The source with narrow indentation; SyntaxError or TokenError where it is no Python.

    What stands in a text over several lines stays as it is, and so do comments.
    """
    text = source.decode("utf-8")
    lines = text.split("\n")
    level = texts = seen = 0
    begins = True  # the next word begins a statement
    for token in tokenize.generate_tokens(io.StringIO(text).readline):
        level += (token.type == tokenize.INDENT) - (token.type == tokenize.DEDENT)
        if token.type in _NO_WORDS:
            continue
        line, column = token.start
        if line > seen and not texts and not lines[line - 1][:column].strip(" "):
            blanks = level if begins else min(column, 1)
            lines[line - 1] = " " * blanks + lines[line - 1][column:]
        seen = token.end[0]
        texts += (token.type == _TEXT_BEGINS) - (token.type == _TEXT_ENDS)
        begins = token.type == tokenize.NEWLINE
    return "\n".join(lines).encode()
