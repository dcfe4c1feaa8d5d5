// Pages work without this file; it shows local times, copies texts, keeps open pages current and says when the server is away.
(() => {
  const format = new Intl.DateTimeFormat(undefined, {dateStyle: "medium", timeStyle: "short"});
  const exactFormat = new Intl.DateTimeFormat(undefined, {dateStyle: "medium", timeStyle: "medium"});

  const showLocalTimes = (root) =>
    root.querySelectorAll("time[datetime]:not([title])").forEach((time) => {
      time.title = time.dateTime;
      const chosen = "seconds" in time.dataset ? exactFormat : format;
      time.textContent = chosen.format(new Date(time.dateTime));
    });

  // Times that are typed into a form are local, too.
  const sendZone = () =>
    document.querySelectorAll("input[name=zone]").forEach((field) => {
      field.value = format.resolvedOptions().timeZone;
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

  let isStale = false;
  const showStale = () => {
    document.getElementById("stale").textContent = isStale
      ? "This page is not being updated: the server does not answer, or your session has ended. The page keeps trying."
      : "";
  };
  const setStale = (wanted) => {
    isStale = wanted;
    showStale();
  };

  const isOfLive = ({requestConfig}) => requestConfig.elt.id === "live";

  // Replaces a list only if it has changed and no text of it is selected, since a replacement loses
  // selections and scrolls tables back. The focus returns by the id of the element that had it.
  // A list also stays if the server could not send it, but not if its subject is gone.
  const prepareSwap = ({detail}) => {
    const fetched = live(new DOMParser().parseFromString(detail.serverResponse, "text/html"));
    const isLive = isOfLive(detail);
    const isRefusal = fetched === null && detail.target.id === "notice" && detail.xhr.status < 500;
    if (isLive) {
      setStale(fetched === null && !isRefusal);
      detail.shouldSwap = fetched === null
        ? isRefusal
        : fetched.outerHTML !== sent && !isSelectedIn(detail.target);
    }
    scrolled = isLive ? positions(live(document)) : [];
    if (detail.shouldSwap && detail.target.id !== "notice") {
      sent = fetched?.outerHTML;
    }
  };

  const sayUnanswered = ({detail}) => {
    if (isOfLive(detail)) {
      setStale(true);
      return;
    }
    const problem = document.createElement("p");
    problem.className = "problem";
    problem.textContent = detail.requestConfig.verb === "get"
      ? "The server did not answer. Try again in a moment."
      : "The server did not answer: the change may or may not have been made. Look before you send the form again.";
    document.getElementById("notice").replaceChildren(problem);
    scrollTo(0, 0);
  };

  const restoreScrolling = () => {
    scrolled.forEach(([id, position]) => document.getElementById(id)?.scrollTo(position));
    scrolled = [];
  };

  // The server sends an event at least every ten seconds.
  const LONGEST_SILENCE_MILLIS = 20000;
  const REOPEN_MILLIS = 5000;

  let events = null;
  let timer;

  const stopListening = () => {
    clearTimeout(timer);
    events?.close();
    events = null;
  };

  const reopenAfter = (millis) => {
    clearTimeout(timer);
    timer = setTimeout(() => {
      setStale(true);
      stopListening();
      listen();
    }, millis);
  };

  const startListening = () => {
    events = new EventSource("/live");
    reopenAfter(LONGEST_SILENCE_MILLIS);
    events.onmessage = () => {
      reopenAfter(LONGEST_SILENCE_MILLIS);
      htmx.trigger(document.body, "changed");
    };
    // Browsers reopen a stream that has ended, but not one that was refused.
    events.onerror = () => {
      if (events?.readyState === EventSource.CLOSED) {
        setStale(true);
        reopenAfter(REOPEN_MILLIS);
      }
    };
  };

  // Only a visible page listens: browsers allow a server few connections at once.
  const listen = () => {
    const isUpdated = live(document) !== null;
    const wanted = !document.hidden && isUpdated;
    if (wanted && events === null) {
      startListening();
    } else if (!wanted) {
      stopListening();
    }
    if (!isUpdated) {
      setStale(false);
    }
  };

  const copy = async (button) => {
    await navigator.clipboard.writeText(document.getElementById(button.dataset.copy).textContent);
    button.textContent = "Copied";
  };

  const start = () => {
    showLocalTimes(document);
    sendZone();
    document.getElementById("zone").textContent = "times are local to this browser";
    showStale();
    listen();
  };

  document.addEventListener("DOMContentLoaded", start);
  document.addEventListener("visibilitychange", listen);
  document.addEventListener("htmx:beforeSwap", prepareSwap);
  document.addEventListener("htmx:sendError", sayUnanswered);
  document.addEventListener("htmx:timeout", sayUnanswered);
  document.addEventListener("htmx:afterSwap", restoreScrolling);
  document.addEventListener("htmx:afterSettle", start);
  document.addEventListener("click", (event) => {
    const button = event.target.closest("[data-copy]");
    if (button !== null) {
      copy(button);
    }
  });
})();
