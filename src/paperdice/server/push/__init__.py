"""Web push: notifications for devices whose page is closed, through the push service of their browser."""
