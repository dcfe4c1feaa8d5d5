package dev.goldenrod.http.web;

import jakarta.servlet.http.HttpServletRequest;
import java.io.IOException;
import java.io.InputStream;
import java.time.Duration;
import java.util.Arrays;
import java.util.Set;
import java.util.concurrent.CompletionException;

/**
 * Reads bodies in the thread of their request, in a server whose connections are not this module's.
 */
final class StreamedBodies implements BodySource {
  private static final Set<String> METHODS_WITH_BODY = Set.of("POST", "PATCH");
  private static final int FIRST_BYTES = 8 << 10;
  private static final HeldBody NONE = new HeldBody(new byte[0], () -> {});

  private final BodyLimits limits;
  private final Duration atMost;

  /** Bodies that a client gets so much time for. */
  StreamedBodies(BodyLimits limits, Duration atMost) {
    this.limits = limits;
    this.atMost = atMost;
  }

  @Override
  public HeldBody read(HttpServletRequest request, Route route) {
    long length = request.getContentLengthLong();
    if (length == 0 || length < 0 && !METHODS_WITH_BODY.contains(route.method())) {
      return NONE;
    }
    BodyLimits.Limit limit = limits.of(route, request.getHeader("Authorization"));
    if (length > limit.bytes() || limit.bytes() == 0) {
      throw BodyLoader.TOO_LARGE;
    }
    long bytes = length > 0 ? length : limit.bytes();
    reserve(limit.budget(), bytes);
    Runnable release = () -> limit.budget().release(bytes);
    try {
      return new HeldBody(readAll(request.getInputStream(), limit.bytes()), release);
    } catch (IOException brokenOff) {
      release.run();
      throw ApiException.of(ErrorTable.malformed(400, "invalid input"));
    } catch (RuntimeException | Error refusal) {
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

  private byte[] readAll(InputStream in, int mostBytes) throws IOException {
    long begun = System.nanoTime();
    byte[] bytes = new byte[FIRST_BYTES];
    int received = 0;
    for (int more = in.read(bytes); more >= 0; ) {
      received += more;
      if (System.nanoTime() - begun > atMost.toNanos()) {
        throw ApiException.of(408, "request timeout");
      }
      if (received > mostBytes) {
        throw BodyLoader.TOO_LARGE;
      }
      if (received == bytes.length) {
        bytes = Arrays.copyOf(bytes, 2 * received);
      }
      more = in.read(bytes, received, bytes.length - received);
    }
    return Arrays.copyOf(bytes, received);
  }
}
