package dev.goldenrod.http.body;

import dev.goldenrod.http.answer.ApiException;
import dev.goldenrod.http.answer.ErrorTable;
import io.javalin.http.HttpResponseException;
import jakarta.servlet.http.HttpServletRequest;
import java.nio.ByteBuffer;
import java.time.Duration;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.function.BiConsumer;
import org.eclipse.jetty.http.HttpException;
import org.eclipse.jetty.http.HttpHeader;
import org.eclipse.jetty.http.HttpVersion;
import org.eclipse.jetty.io.Content;
import org.eclipse.jetty.server.Handler;
import org.eclipse.jetty.server.Request;
import org.eclipse.jetty.server.Response;
import org.eclipse.jetty.util.Callback;
import org.jspecify.annotations.Nullable;

/**
 * Reads bodies before a thread is assigned to their requests, so that slow clients do not occupy
 * threads. The body of a rejected request is discarded; if its sender is not a member, for one
 * second at most.
 */
public final class BodyLoader extends Handler.Wrapper {
  private static final String BODY = BodyLoader.class.getName();
  static final ApiException TOO_LARGE = ApiException.of(413, "request body too large");
  static final ApiException BUSY =
      ApiException.of(ErrorTable.later(503, "server is busy", Duration.ofSeconds(1)));

  private static final Set<String> METHODS_WITHOUT_BODY = Set.of("GET", "HEAD", "OPTIONS");
  private static final Duration STRANGERS_PATIENCE = Duration.ofSeconds(1);

  private final BodyLimits limits;
  private final Duration atMost;

  /** Creates a loader with the given maximum time for a whole body. */
  public BodyLoader(BodyLimits limits, Duration atMost) {
    this.limits = limits;
    this.atMost = atMost;
  }

  /**
   * Returns the loaded body.
   *
   * @throws ApiException if the body is too large or the budget is exhausted
   */
  public static byte[] body(HttpServletRequest request) {
    Object body = request.getAttribute(BODY);
    if (body instanceof ApiException refused) {
      throw refused;
    }
    return body instanceof byte[] bytes ? bytes : new byte[0];
  }

  @Override
  public boolean handle(Request request, Response response, Callback callback) throws Exception {
    if (!hasBody(request)) {
      return super.handle(request, response, callback);
    }
    BodyLimits.Limit limit = limits.of(request);
    if (limit.bytes() == 0) {
      refuse(request, response, callback, limit.refusal(), STRANGERS_PATIENCE);
    } else if (request.getLength() > limit.bytes()) {
      refuse(request, response, callback, TOO_LARGE, atMost);
    } else {
      load(request, response, callback, limit);
    }
    return true;
  }

  private static boolean hasBody(Request request) {
    return request.getLength() > 0
        || request.getHeaders().contains(HttpHeader.TRANSFER_ENCODING)
        || mayHaveBodyOfHttp2(request);
  }

  /** A request of HTTP/2 may announce neither a length nor whether it has a body. */
  private static boolean mayHaveBodyOfHttp2(Request request) {
    return request.getLength() < 0
        && request.getConnectionMetaData().getHttpVersion() == HttpVersion.HTTP_2
        && !METHODS_WITHOUT_BODY.contains(request.getMethod());
  }

  private void refuse(
      Request request,
      Response response,
      Callback callback,
      ApiException problem,
      Duration patience) {
    request.setAttribute(BODY, problem);
    whenComplete(
        BodyDropper.drop(request, patience),
        request,
        (dropped, never) -> proceed(new RefusedRequest(request, problem), response, callback));
  }

  private void load(Request request, Response response, Callback callback, BodyLimits.Limit limit) {
    long bytes = request.getLength() > 0 ? request.getLength() : limit.bytes();
    whenComplete(
        limit.budget().reserve(bytes),
        request,
        (room, none) -> {
          if (none != null) {
            refuse(request, response, callback, BUSY, atMost);
            return;
          }
          BodyBudget.Reservation taken = new BodyBudget.Reservation(limit.budget(), bytes);
          // Release at the end of the response, not here: the request may wait long for its client.
          Callback answered =
              Callback.from(
                  () -> {
                    request.removeAttribute(BODY);
                    taken.release();
                  },
                  callback);
          whenComplete(
              read(request, limit.bytes()),
              request,
              (body, failure) -> {
                taken.shrink(body == null ? 0 : body.length);
                proceed(request, response, answered, body, failure);
              });
        });
  }

  /** Runs the callback on this thread if the future is done, else on one that may block. */
  private static <T> void whenComplete(
      CompletableFuture<T> future, Request request, BiConsumer<T, Throwable> then) {
    if (future.isDone()) {
      future.whenComplete(then);
    } else {
      future.whenCompleteAsync(then, request.getComponents().getExecutor());
    }
  }

  private CompletableFuture<byte[]> read(Request request, int mostBytes) {
    BodyReader reader = new BodyReader(request, request.getLength(), mostBytes);
    reader.run();
    return reader.body().orTimeout(atMost.toMillis(), TimeUnit.MILLISECONDS);
  }

  private void proceed(
      Request request,
      Response response,
      Callback callback,
      byte @Nullable [] body,
      @Nullable Throwable failure) {
    if (failure instanceof BodyReader.TooLargeException) {
      refuse(request, response, callback, TOO_LARGE, atMost);
    } else if (failure != null) {
      Response.writeError(request, response, callback, status(failure), null, failure);
    } else {
      request.setAttribute(BODY, body);
      proceed(new LoadedRequest(request, body), response, callback);
    }
  }

  /** A request whose body can be read once more, by handlers that read it as a form. */
  private static final class LoadedRequest extends Request.Wrapper {
    private final Content.Source body;

    LoadedRequest(Request request, byte @Nullable [] body) {
      super(request);
      this.body = Content.Source.from(ByteBuffer.wrap(body == null ? new byte[0] : body));
    }

    @Override
    public Content.Chunk read() {
      return body.read();
    }

    @Override
    public void demand(Runnable available) {
      body.demand(available);
    }

    @Override
    public void fail(Throwable failure) {
      body.fail(failure);
    }
  }

  /** A request whose body was not accepted: handlers that read it get the refusal. */
  private static final class RefusedRequest extends Request.Wrapper {
    private final Content.Chunk failure;

    RefusedRequest(Request request, ApiException problem) {
      super(request);
      this.failure =
          Content.Chunk.from(
              new HttpResponseException(problem.answer().status(), problem.getMessage()), true);
    }

    @Override
    public Content.Chunk read() {
      return failure;
    }

    @Override
    public void demand(Runnable available) {
      available.run();
    }
  }

  private void proceed(Request request, Response response, Callback callback) {
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
}
