package dev.goldenrod.http.body;

import java.util.Arrays;
import java.util.concurrent.CompletableFuture;
import org.eclipse.jetty.io.Content;
import org.eclipse.jetty.util.thread.Invocable;

/** Reads a body asynchronously, up to a limit. */
final class BodyReader implements Invocable.Task {
  static final class TooLargeException extends Exception {
    private static final long serialVersionUID = 1L;

    TooLargeException() {
      super("the body is too large", null, false, false);
    }
  }

  private static final int FIRST_BYTES = 8 << 10;

  private final Content.Source content;
  private final int mostBytes;
  private final CompletableFuture<byte[]> body = new CompletableFuture<>();
  private byte[] bytes;
  private int received;

  /** Creates a reader; a negative length means unknown. */
  BodyReader(Content.Source content, long length, int mostBytes) {
    this.content = content;
    this.mostBytes = mostBytes;
    this.bytes = new byte[(int) (length < 0 ? FIRST_BYTES : Math.min(length, mostBytes))];
  }

  CompletableFuture<byte[]> body() {
    return body;
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
        body.completeExceptionally(chunk.getFailure());
        return;
      }
      take(chunk);
      chunk.release();
    }
  }

  private void take(Content.Chunk chunk) {
    int more = chunk.remaining();
    if (more > mostBytes - received) {
      body.completeExceptionally(new TooLargeException());
      return;
    }
    if (received + more > bytes.length) {
      bytes = Arrays.copyOf(bytes, Math.min(mostBytes, Math.max(received + more, 2 * received)));
    }
    chunk.getByteBuffer().get(bytes, received, more);
    received += more;
    if (chunk.isLast()) {
      body.complete(received == bytes.length ? bytes : Arrays.copyOf(bytes, received));
    }
  }
}
