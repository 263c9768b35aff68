"""Web push: notifications through the browser's push service, for devices on which the page is closed."""
