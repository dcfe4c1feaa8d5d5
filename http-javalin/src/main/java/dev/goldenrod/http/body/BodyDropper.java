package dev.goldenrod.http.body;

import java.time.Duration;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import org.eclipse.jetty.http.HttpHeader;
import org.eclipse.jetty.io.Content;
import org.eclipse.jetty.server.Request;
import org.eclipse.jetty.util.thread.Invocable;

/**
 * Reads and discards the body of a rejected request. Most clients read the response only after they
 * have sent the whole body, and would otherwise see a connection reset.
 */
final class BodyDropper implements Invocable.Task {
  static final long MOST_BYTES = 16 << 20;

  private final Content.Source content;
  private final CompletableFuture<Void> done = new CompletableFuture<>();
  private long dropped;

  private BodyDropper(Content.Source content) {
    this.content = content;
  }

  /**
   * Discards the body. The future completes at the end of the body, at the timeout, or at once if
   * the body is too large or the client waits for {@code 100 Continue}.
   */
  static CompletableFuture<Void> drop(Request request, Duration atMost) {
    BodyDropper dropper = new BodyDropper(request);
    if (request.getLength() > MOST_BYTES || request.getHeaders().contains(HttpHeader.EXPECT)) {
      dropper.done.complete(null);
    }
    dropper.run();
    return dropper.done.completeOnTimeout(null, atMost.toMillis(), TimeUnit.MILLISECONDS);
  }

  @Override
  public InvocationType getInvocationType() {
    return InvocationType.NON_BLOCKING;
  }

  @Override
  public void run() {
    while (!done.isDone()) {
      Content.Chunk chunk = content.read();
      if (chunk == null) {
        content.demand(this);
        return;
      }
      dropped += chunk.remaining();
      boolean ended = chunk.isLast() || Content.Chunk.isFailure(chunk) || dropped > MOST_BYTES;
      chunk.release();
      if (ended) {
        done.complete(null);
      }
    }
  }
}
