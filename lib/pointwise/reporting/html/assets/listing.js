const AGAIN = 3000; // Milliseconds until a page with unfinished runs asks for itself again.

document.getElementById("theme")?.replaceWith(themeButton());
if (document.getElementById("live")) setTimeout(() => location.reload(), AGAIN);
