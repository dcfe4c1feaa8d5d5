package dev.goldenrod.http.web;

import jakarta.servlet.http.HttpServletRequest;
import java.io.ByteArrayOutputStream;
import java.time.Duration;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.Executor;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import org.eclipse.jetty.http.HttpException;
import org.eclipse.jetty.http.HttpHeader;
import org.eclipse.jetty.io.Content;
import org.eclipse.jetty.server.Handler;
import org.eclipse.jetty.server.Request;
import org.eclipse.jetty.server.Response;
import org.eclipse.jetty.util.Callback;
import org.eclipse.jetty.util.thread.Invocable;
import org.jspecify.annotations.Nullable;

/**
 * Reads bodies before a thread is given to their requests, so that slow clients hold none. Of a
 * body that is too large it keeps one byte more than is allowed.
 */
final class BodyLoader extends Handler.Wrapper {
  static final int MAX_BYTES = 1 << 20;

  // Most clients see no answer before they have sent all, so a little too much is read and dropped.
  private static final int MAX_DROPPED_BYTES = 16 << 20;

  private static final String BODY = BodyLoader.class.getName();
  private static final byte[] TOO_LARGE = new byte[MAX_BYTES + 1];

  private final Duration atMost;

  /** A loader that gives a client so much time for a whole body. */
  BodyLoader(Duration atMost) {
    this.atMost = atMost;
  }

  /** The body of the request; 413 when it is too large. */
  static byte[] body(HttpServletRequest request) {
    byte[] body = request.getAttribute(BODY) instanceof byte[] bytes ? bytes : new byte[0];
    if (body.length > MAX_BYTES) {
      throw Problem.of(413, "request body too large");
    }
    return body;
  }

  @Override
  public boolean handle(Request request, Response response, Callback callback) throws Exception {
    if (!hasBody(request)) {
      return super.handle(request, response, callback);
    }
    if (isNotWorthReading(request)) {
      request.setAttribute(BODY, TOO_LARGE);
      return super.handle(request, response, callback);
    }
    Loading loading = new Loading(request);
    loading.run();
    Executor threads = request.getComponents().getExecutor();
    loading
        .body
        .orTimeout(atMost.toMillis(), TimeUnit.MILLISECONDS)
        .whenCompleteAsync(
            (body, failure) -> proceed(request, response, callback, body, failure), threads);
    return true;
  }

  private static boolean hasBody(Request request) {
    return request.getLength() > 0 || request.getHeaders().contains(HttpHeader.TRANSFER_ENCODING);
  }

  private static boolean isNotWorthReading(Request request) {
    boolean stillAsks = request.getHeaders().contains(HttpHeader.EXPECT);
    return request.getLength() > (stillAsks ? MAX_BYTES : MAX_DROPPED_BYTES);
  }

  private void proceed(
      Request request,
      Response response,
      Callback callback,
      byte @Nullable [] body,
      @Nullable Throwable failure) {
    if (failure != null) {
      Response.writeError(request, response, callback, status(failure), null, failure);
      return;
    }
    request.setAttribute(BODY, body);
    try {
      if (!super.handle(request, response, callback)) {
        Response.writeError(request, response, callback, 404);
      }
    } catch (Exception broken) {
      Response.writeError(request, response, callback, broken);
    }
  }

  private static int status(Throwable failure) {
    if (failure instanceof TimeoutException) {
      return 408;
    }
    return failure instanceof HttpException malformed ? malformed.getCode() : 400;
  }

  private static final class Loading implements Invocable.Task {
    private final Content.Source content;
    private final CompletableFuture<byte[]> body = new CompletableFuture<>();
    private final ByteArrayOutputStream bytes = new ByteArrayOutputStream();
    private long received;

    Loading(Content.Source content) {
      this.content = content;
    }

    @Override
    public InvocationType getInvocationType() {
      return InvocationType.NON_BLOCKING;
    }

    @Override
    public void run() {
      while (!body.isDone()) {
        Content.Chunk chunk = content.read();
        if (chunk == null) {
          content.demand(this);
          return;
        }
        if (Content.Chunk.isFailure(chunk)) {
          fail(chunk.getFailure());
          return;
        }
        take(chunk);
        chunk.release();
      }
    }

    private void fail(Throwable failure) {
      if (bytes.size() > MAX_BYTES) {
        body.complete(bytes.toByteArray());
      } else {
        body.completeExceptionally(failure);
      }
    }

    private void take(Content.Chunk chunk) {
      received += chunk.remaining();
      byte[] next = new byte[Math.min(chunk.remaining(), MAX_BYTES + 1 - bytes.size())];
      chunk.getByteBuffer().get(next);
      bytes.writeBytes(next);
      if (chunk.isLast() || received > MAX_DROPPED_BYTES) {
        body.complete(bytes.toByteArray());
      }
    }
  }
}
