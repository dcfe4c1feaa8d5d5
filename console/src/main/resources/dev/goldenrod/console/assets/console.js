// Pages work without this file; it shows local times, copies texts and keeps open pages current.
(() => {
  const format = new Intl.DateTimeFormat(undefined, {dateStyle: "medium", timeStyle: "short"});

  const showLocalTimes = (root) =>
    root.querySelectorAll("time[datetime]:not([title])").forEach((time) => {
      time.title = time.dateTime;
      time.textContent = format.format(new Date(time.dateTime));
    });

  const live = (page) => page.querySelector("#live");

  // The list or state as the server last sent it.
  let sent = live(document)?.outerHTML;
  let scrolled = [];

  const positions = (element) =>
    [...element.querySelectorAll(".scroll")].map((region) =>
      [region.id, {left: region.scrollLeft, top: region.scrollTop}]);

  const isSelectedIn = (element) => {
    const selection = getSelection();
    return !selection.isCollapsed && element.contains(selection.anchorNode);
  };

  // Replaces a list only if it has changed and no text of it is selected, since a replacement loses
  // selections and scrolls tables back. The focus returns by the id of the element that had it.
  const prepareSwap = ({detail}) => {
    const fetched = live(new DOMParser().parseFromString(detail.serverResponse, "text/html"));
    const isLive = detail.target.id === "live";
    if (isLive) {
      detail.shouldSwap = fetched?.outerHTML !== sent && !isSelectedIn(detail.target);
    }
    scrolled = isLive ? positions(detail.target) : [];
    if (detail.shouldSwap && detail.target.id !== "notice") {
      sent = fetched?.outerHTML;
    }
  };

  const restoreScrolling = () => {
    scrolled.forEach(([id, position]) => document.getElementById(id)?.scrollTo(position));
    scrolled = [];
  };

  // Only a visible page listens: browsers allow a server few connections at once.
  let events = null;
  const listen = () => {
    const wanted = !document.hidden && live(document) !== null;
    if (wanted && events === null) {
      events = new EventSource("/live");
      events.onmessage = () => htmx.trigger(document.body, "changed");
    } else if (!wanted && events !== null) {
      events.close();
      events = null;
    }
  };

  const copy = async (button) => {
    await navigator.clipboard.writeText(document.getElementById(button.dataset.copy).textContent);
    button.textContent = "Copied";
  };

  const start = () => {
    showLocalTimes(document);
    document.getElementById("zone").textContent = "times are local to this browser";
    listen();
  };

  document.addEventListener("DOMContentLoaded", start);
  document.addEventListener("visibilitychange", listen);
  document.addEventListener("htmx:beforeSwap", prepareSwap);
  document.addEventListener("htmx:afterSwap", restoreScrolling);
  document.addEventListener("htmx:afterSettle", start);
  document.addEventListener("click", (event) => {
    const button = event.target.closest("[data-copy]");
    if (button !== null) {
      copy(button);
    }
  });
})();
