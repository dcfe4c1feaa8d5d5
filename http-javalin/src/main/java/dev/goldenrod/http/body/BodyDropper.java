package dev.goldenrod.http.body;

import java.time.Duration;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import org.eclipse.jetty.http.HttpHeader;
import org.eclipse.jetty.io.Content;
import org.eclipse.jetty.server.Request;
import org.eclipse.jetty.util.thread.Invocable;

/**
 * Reads and drops the body of a request that is refused. Most clients look at no answer before they
 * have sent all, and would find the connection reset instead.
 */
final class BodyDropper implements Invocable.Task {
  static final long MOST_BYTES = 16 << 20;

  private final Content.Source content;
  private final CompletableFuture<Void> done = new CompletableFuture<>();
  private long dropped;

  private BodyDropper(Content.Source content) {
    this.content = content;
  }

  /** Done when the body has ended, is not worth dropping, or so much time is over. */
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
