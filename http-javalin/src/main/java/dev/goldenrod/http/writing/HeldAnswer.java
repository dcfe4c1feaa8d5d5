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
 * A response that is buffered while it is produced and then written piece by piece. Writes by the
 * handler complete immediately; the request ends with the last piece.
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

  /** Returns the total size of the response, including the pieces already written. */
  long bytes() {
    return bytes;
  }

  /** Returns the nanoseconds since the last progress. */
  long stalled(long now) {
    return now - movedAt;
  }

  /** Returns whether the response was aborted. Its connection may not have noticed yet. */
  boolean isGivenUp() {
    return isGivenUp;
  }

  /** Returns whether it was aborted this long ago and its reset is still pending. */
  boolean isStuck(long now, Duration patience) {
    return isGivenUp && now - givenUpAt >= patience.toNanos();
  }

  /** Called when the response is complete. Most responses are fully sent when this returns. */
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

  /** Called when producing the response failed. */
  @Override
  public void failed(Throwable broken) {
    pieces.clear();
    end.failed(broken);
  }

  @Override
  public InvocationType getInvocationType() {
    return InvocationType.NON_BLOCKING;
  }

  /** Aborts the response. */
  void giveUp() {
    givenUpAt = System.nanoTime();
    isGivenUp = true;
    end.failed(new TimeoutException("the client does not take the answer"));
  }

  /** Closes the connection, which may be too congested to reset only this request. */
  void hangUp() {
    getRequest().getConnectionMetaData().getConnection().getEndPoint().close();
  }

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
