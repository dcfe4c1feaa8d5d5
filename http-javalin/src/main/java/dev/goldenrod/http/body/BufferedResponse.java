package dev.goldenrod.http.body;

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
final class BufferedResponse extends Response.Wrapper implements Callback {
  private final Callback end;
  private final ResponseBufferHandler handler;
  private final Deque<ByteBuffer> pieces = new ArrayDeque<>();
  private long bytes;
  private boolean isBegun;
  private boolean isComplete;
  private volatile long lastProgressAt;
  private volatile long abortedAt;
  private volatile boolean isAborted;
  private volatile boolean isDone;

  BufferedResponse(
      Request request, Response response, Callback end, ResponseBufferHandler handler) {
    super(request, response);
    this.end = end;
    this.handler = handler;
  }

  @Override
  public void write(boolean last, @Nullable ByteBuffer content, Callback written) {
    isBegun = true;
    isComplete |= last;
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
    return isComplete || super.hasLastWrite();
  }

  /** Returns the total size of the response, including the pieces already written. */
  long bytes() {
    return bytes;
  }

  /** Returns the nanoseconds since the last progress. */
  long stalled(long now) {
    return now - lastProgressAt;
  }

  /** Returns whether the response was aborted. Its connection may not have noticed yet. */
  boolean isAborted() {
    return isAborted;
  }

  /** Returns whether it was aborted this long ago and its reset is still pending. */
  boolean isResetPending(long now, Duration patience) {
    return isAborted && now - abortedAt >= patience.toNanos();
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
      handler.add(this);
    }
    if (isDone) {
      handler.remove(this);
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
  void abort() {
    abortedAt = System.nanoTime();
    isAborted = true;
    end.failed(new TimeoutException("the client does not read the response"));
  }

  /** Closes the connection, which may be too congested to reset only this request. */
  void closeConnection() {
    getRequest().getConnectionMetaData().getConnection().getEndPoint().close();
  }

  private final class Sender extends IteratingCallback {
    @Override
    protected Action process() {
      ByteBuffer piece = pieces.poll();
      if (piece == null) {
        return Action.SUCCEEDED;
      }
      lastProgressAt = System.nanoTime();
      getWrapped().write(pieces.isEmpty(), piece, this);
      return Action.SCHEDULED;
    }

    @Override
    protected void onCompleteSuccess() {
      finish();
      end.succeeded();
    }

    @Override
    protected void onCompleteFailure(Throwable gone) {
      finish();
      end.failed(gone);
    }

    private void finish() {
      isDone = true;
      pieces.clear();
      handler.remove(BufferedResponse.this);
    }

    @Override
    public InvocationType getInvocationType() {
      return InvocationType.NON_BLOCKING;
    }
  }
}
