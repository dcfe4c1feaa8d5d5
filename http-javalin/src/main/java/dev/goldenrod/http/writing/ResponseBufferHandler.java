package dev.goldenrod.http.writing;

import java.time.Duration;
import org.eclipse.jetty.server.Handler;
import org.eclipse.jetty.server.Request;
import org.eclipse.jetty.server.Response;
import org.eclipse.jetty.util.Callback;

/**
 * Buffers responses until their clients have read them, so that no thread blocks on a client. For
 * handlers whose responses fit into memory.
 */
public final class ResponseBufferHandler extends Handler.Wrapper {
  private final PendingResponses pending;

  /**
   * Creates a handler.
   *
   * @param mostBytes maximum total size of the responses that wait for clients; above it, the
   *     responses that have stalled longest are aborted
   * @param patience a response that has stalled for this long is aborted; one second while the
   *     server stops
   * @param resetPatience maximum time to write the reset of an aborted response; then its
   *     connection is closed, with all its requests
   */
  public ResponseBufferHandler(long mostBytes, Duration patience, Duration resetPatience) {
    this.pending = new PendingResponses(mostBytes, patience, resetPatience);
  }

  @Override
  protected void doStart() throws Exception {
    super.doStart();
    pending.begin(getServer().getScheduler(), getServer()::isStopping);
  }

  @Override
  public boolean handle(Request request, Response response, Callback callback) throws Exception {
    BufferedResponse buffered = new BufferedResponse(request, response, callback, pending);
    return super.handle(request, buffered, buffered);
  }
}
