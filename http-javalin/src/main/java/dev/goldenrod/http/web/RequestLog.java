package dev.goldenrod.http.web;

import io.javalin.http.Context;
import java.util.Set;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.slf4j.MDC;
import org.slf4j.event.Level;

/** One line for every request: never a token, a body or a query. */
final class RequestLog {
  private static final Logger LOG = LoggerFactory.getLogger("dev.goldenrod.http.requests");
  private static final Pattern SANE_VERSION = Pattern.compile("[A-Za-z0-9._+-]{1,64}");
  private static final Set<String> PROBES = Set.of("/livez", "/readyz", "/metrics");

  /** One archive takes hundreds of these: its bytes, and looks at how it stands. */
  private static final Pattern OF_ARCHIVES =
      Pattern.compile(
          "(?:GET|PUT) .*/v1/archives/[^/]+|PUT .*/v1/archives/[^/]+/golden|GET .*/v1/snapshots/[^/]+/archive");

  private static final int LONGEST_PATH = 200;

  private RequestLog() {}

  /** The line of a request that was refused before any route was looked for. */
  static void write(String method, String path, int status, String requestId) {
    MDC.put(RequestMarks.REQUEST, requestId);
    LOG.info("{} {} {} 0 ms request={} client=-", method, shortened(path), status, requestId);
    MDC.remove(RequestMarks.REQUEST);
  }

  /** What is asked again and again is told of when it is refused, or does something else. */
  static void write(Context context, float milliseconds) {
    try (RequestMarks marks = RequestMarks.of(context)) {
      LOG.atLevel(isRoutine(context) ? Level.DEBUG : Level.INFO)
          .log(
              "{} {} {} {} ms request={} client={}",
              context.req().getMethod(),
              shortened(context.path()),
              context.res().getStatus(),
              Math.round(milliseconds),
              marks.requestId(),
              version(context.header("X-Client-CLI-Version")));
    }
  }

  private static boolean isRoutine(Context context) {
    int status = context.res().getStatus();
    String request = context.req().getMethod() + " " + context.path();
    return status == 200 && PROBES.contains(context.path())
        || (status == 200 || status == 202) && OF_ARCHIVES.matcher(request).matches();
  }

  private static String shortened(String path) {
    return path.length() <= LONGEST_PATH ? path : path.substring(0, LONGEST_PATH) + "...";
  }

  private static String version(@Nullable String text) {
    return text != null && SANE_VERSION.matcher(text).matches() ? text : "-";
  }
}
