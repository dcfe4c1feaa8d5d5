package dev.goldenrod.http.body;

import dev.goldenrod.http.answer.ApiException;
import dev.goldenrod.http.answer.ErrorTable;
import dev.goldenrod.http.route.Route;
import jakarta.servlet.http.HttpServletRequest;
import java.io.IOException;
import java.io.InputStream;
import java.time.Duration;
import java.util.Arrays;
import java.util.Set;
import java.util.concurrent.CompletionException;

/** Reads bodies on their request's thread, for a servlet container or existing Javalin. */
public final class BlockingBodySource implements BodySource {
  private static final Set<String> METHODS_WITH_BODY = Set.of("POST", "PUT", "PATCH");
  private static final int FIRST_BYTES = 8 << 10;
  private static final LoadedBody NONE = new LoadedBody(new byte[0], () -> {});

  private final BodyLimits limits;
  private final Duration atMost;

  /** Creates a source with the given maximum time for a whole body. */
  public BlockingBodySource(BodyLimits limits, Duration atMost) {
    this.limits = limits;
    this.atMost = atMost;
  }

  @Override
  public LoadedBody read(HttpServletRequest request, Route route) {
    if (!hasBody(request)) {
      return NONE;
    }
    BodyLimits.Limit limit = limits.of(route, request.getHeader("Authorization"));
    if (limit.bytes() == 0) {
      throw limit.refusal();
    }
    try {
      return read(request, limit);
    } catch (IOException brokenOff) {
      throw ApiException.of(ErrorTable.malformed(400, "invalid input"));
    }
  }

  private static boolean hasBody(HttpServletRequest request) {
    long length = request.getContentLengthLong();
    return length > 0
        || length < 0
            && (METHODS_WITH_BODY.contains(request.getMethod())
                || request.getHeader("Transfer-Encoding") != null);
  }

  private LoadedBody read(HttpServletRequest request, BodyLimits.Limit limit) throws IOException {
    long length = request.getContentLengthLong();
    if (length > limit.bytes()) {
      drop(request);
      throw BodyLoader.TOO_LARGE;
    }
    long bytes = length > 0 ? length : limit.bytes();
    reserve(limit.budget(), bytes);
    Runnable release = () -> limit.budget().release(bytes);
    try {
      return new LoadedBody(readAll(request, limit.bytes()), release);
    } catch (IOException | RuntimeException | Error refusal) {
      release.run();
      throw refusal;
    }
  }

  private static void reserve(BodyBudget budget, long bytes) {
    try {
      budget.reserve(bytes).join();
    } catch (CompletionException noRoom) {
      throw BodyLoader.BUSY;
    }
  }

  private byte[] readAll(HttpServletRequest request, int mostBytes) throws IOException {
    InputStream in = request.getInputStream();
    long begun = System.nanoTime();
    byte[] bytes = new byte[FIRST_BYTES];
    int received = 0;
    for (int more = in.read(bytes); more >= 0; ) {
      received += more;
      if (isTimeUp(begun)) {
        throw ApiException.of(408, "request timeout");
      }
      if (received > mostBytes) {
        drop(request);
        throw BodyLoader.TOO_LARGE;
      }
      if (received == bytes.length) {
        bytes = Arrays.copyOf(bytes, 2 * received);
      }
      more = in.read(bytes, received, bytes.length - received);
    }
    return Arrays.copyOf(bytes, received);
  }

  /** Discards the body, because most clients read the response only after they have sent it all. */
  private void drop(HttpServletRequest request) throws IOException {
    if (request.getContentLengthLong() > BodyDropper.MOST_BYTES
        || request.getHeader("Expect") != null) {
      return;
    }
    InputStream in = request.getInputStream();
    long begun = System.nanoTime();
    byte[] some = new byte[FIRST_BYTES];
    int more = in.read(some);
    for (long dropped = 0; more >= 0 && dropped < BodyDropper.MOST_BYTES; dropped += more) {
      more = isTimeUp(begun) ? -1 : in.read(some);
    }
  }

  private boolean isTimeUp(long begun) {
    return System.nanoTime() - begun > atMost.toNanos();
  }
}
