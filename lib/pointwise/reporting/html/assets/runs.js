// The page of a blueprint's runs: everything but the scores over time is markup already.

document.getElementById("trend")?.replaceWith(trendPlot() ?? "");
