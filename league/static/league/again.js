// Asks for this page again in some seconds: what it shows is not ready.
"use strict";
setTimeout(() => location.reload(), 5000);
