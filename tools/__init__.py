"""What is used on the desktop to make and to check the firmware; nothing here goes on the board."""
