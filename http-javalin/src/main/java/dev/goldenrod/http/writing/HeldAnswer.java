package dev.goldenrod.http.writing;

import java.nio.ByteBuffer;
import java.time.Duration;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.concurrent.TimeoutException;
import org.eclipse.jetty.http.HttpHeader;
import org.eclipse.jetty.server.Request;
import org.eclipse.jetty.server.Response;
import org.eclipse.jetty.util.BufferUtil;
import org.eclipse.jetty.util.Callback;
import org.eclipse.jetty.util.IteratingCallback;
import org.jspecify.annotations.Nullable;

/**
 * An answer that is kept while it is made, and written piece by piece when it is whole. Who makes
 * it sees each of its writes done at once; its request ends with the last piece.
 */
final class HeldAnswer extends Response.Wrapper implements Callback {
  private final Callback end;
  private final WaitingAnswers waiting;
  private final Deque<ByteBuffer> pieces = new ArrayDeque<>();
  private long bytes;
  private boolean isBegun;
  private boolean isWhole;
  private volatile long movedAt;
  private volatile long givenUpAt;
  private volatile boolean isGivenUp;
  private volatile boolean isDone;

  /**
   * An answer of which nothing is written.
   *
   * @param end of the request
   */
  HeldAnswer(Request request, Response response, Callback end, WaitingAnswers waiting) {
    super(request, response);
    this.end = end;
    this.waiting = waiting;
  }

  @Override
  public void write(boolean last, @Nullable ByteBuffer content, Callback written) {
    isBegun = true;
    isWhole |= last;
    if (BufferUtil.hasContent(content)) {
      bytes += content.remaining();
      pieces.add(BufferUtil.copy(content));
      BufferUtil.clear(content);
    }
    written.succeeded();
  }

  @Override
  public boolean isCommitted() {
    return isBegun || super.isCommitted();
  }

  @Override
  public boolean hasLastWrite() {
    return isWhole || super.hasLastWrite();
  }

  /** How many bytes are kept, or were before they were written. */
  long bytes() {
    return bytes;
  }

  /** For how many nanoseconds no piece of it has moved. */
  long stalled(long now) {
    return now - movedAt;
  }

  /** Whether it was given up, which its connection may not have noticed. */
  boolean isGivenUp() {
    return isGivenUp;
  }

  /** Whether it was given up that long ago or longer, and its reset is still not written. */
  boolean isStuck(long now, Duration patience) {
    return isGivenUp && now - givenUpAt >= patience.toNanos();
  }

  /** The answer is made. Most are with their clients when this returns. */
  @Override
  public void succeeded() {
    if (!isBegun) {
      end.succeeded();
      return;
    }
    prepare();
    new Sender().iterate();
    if (!isDone) {
      waiting.add(this);
    }
    if (isDone) {
      waiting.remove(this);
    }
  }

  private void prepare() {
    if (pieces.isEmpty()) {
      pieces.add(BufferUtil.EMPTY_BUFFER);
    } else if (pieces.size() > 1 && !getHeaders().contains(HttpHeader.CONTENT_LENGTH)) {
      getHeaders().put(HttpHeader.CONTENT_LENGTH, bytes);
    }
  }

  /** The answer broke while it was made. */
  @Override
  public void failed(Throwable broken) {
    pieces.clear();
    end.failed(broken);
  }

  @Override
  public InvocationType getInvocationType() {
    return InvocationType.NON_BLOCKING;
  }

  /** Ends its request as it is. */
  void giveUp() {
    givenUpAt = System.nanoTime();
    isGivenUp = true;
    end.failed(new TimeoutException("the client does not take the answer"));
  }

  /** Ends its connection, which may be too full to end the request alone. */
  void hangUp() {
    getRequest().getConnectionMetaData().getConnection().getEndPoint().close();
  }

  /** Writes one piece after the other, each when the one before has left. */
  private final class Sender extends IteratingCallback {
    @Override
    protected Action process() {
      ByteBuffer piece = pieces.poll();
      if (piece == null) {
        return Action.SUCCEEDED;
      }
      movedAt = System.nanoTime();
      getWrapped().write(pieces.isEmpty(), piece, this);
      return Action.SCHEDULED;
    }

    @Override
    protected void onCompleteSuccess() {
      leave();
      end.succeeded();
    }

    @Override
    protected void onCompleteFailure(Throwable gone) {
      leave();
      end.failed(gone);
    }

    private void leave() {
      isDone = true;
      pieces.clear();
      waiting.remove(HeldAnswer.this);
    }

    @Override
    public InvocationType getInvocationType() {
      return InvocationType.NON_BLOCKING;
    }
  }
}
