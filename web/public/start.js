// Runs before the page is drawn: sets the theme, so that nothing flashes, and fetches the texts of the right language ahead.

(() => {
  let settings = {};
  try {
    settings = JSON.parse(localStorage.getItem("paperdice.settings") ?? "{}");
  } catch {
    // Storing may be forbidden here: the device's own wishes count then.
  }
  const isDark = matchMedia("(prefers-color-scheme: dark)").matches;
  const theme = settings.theme === "light" || settings.theme === "dark" ? settings.theme : isDark ? "dark" : "light";
  document.documentElement.dataset.theme = theme;
  const wanted = settings.lang && settings.lang !== "auto" ? [settings.lang] : navigator.languages;
  const known = wanted.map((tag) => tag.slice(0, 2).toLowerCase()).find((lang) => ["en", "fr", "de"].includes(lang));
  const texts = document.querySelector(`meta[name="texts-${known ?? "en"}"]`);
  if (!texts) return;
  const link = document.createElement("link");
  link.rel = "modulepreload";
  link.href = texts.content;
  document.head.append(link);
})();
