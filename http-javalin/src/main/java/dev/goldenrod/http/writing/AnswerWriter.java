package dev.goldenrod.http.writing;

import java.time.Duration;
import org.eclipse.jetty.server.Handler;
import org.eclipse.jetty.server.Request;
import org.eclipse.jetty.server.Response;
import org.eclipse.jetty.util.Callback;

/**
 * Keeps answers until their clients have taken them, so that no thread waits for a client. It is
 * for handlers whose answers fit into memory as a whole.
 */
public final class AnswerWriter extends Handler.Wrapper {
  private final WaitingAnswers waiting;

  /**
   * A writer of answers to any number of clients.
   *
   * @param mostBytes of answers that wait for their clients at once; when there are more, those
   *     that have not moved for longest are given up
   * @param patience an answer of which no piece has moved for so long is given up; for a second
   *     while the server stops
   * @param resetPatience how long the reset of an answer that was given up may wait to be written;
   *     then its connection is closed, with all its requests
   */
  public AnswerWriter(long mostBytes, Duration patience, Duration resetPatience) {
    this.waiting = new WaitingAnswers(mostBytes, patience, resetPatience);
  }

  @Override
  protected void doStart() throws Exception {
    super.doStart();
    waiting.begin(getServer().getScheduler(), getServer()::isStopping);
  }

  @Override
  public boolean handle(Request request, Response response, Callback callback) throws Exception {
    HeldAnswer answer = new HeldAnswer(request, response, callback, waiting);
    return super.handle(request, answer, answer);
  }
}
