package dev.goldenrod.client;

import java.io.IOException;
import java.net.ConnectException;
import java.net.http.HttpConnectTimeoutException;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.net.http.HttpTimeoutException;
import java.nio.channels.UnresolvedAddressException;
import java.time.Duration;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import javax.net.ssl.SSLHandshakeException;

/** Sends a request, with retries for a limited time after the first failure. Thread-safe. */
final class Tries {
  private static final int TOO_MANY_REQUESTS = 429;

  /** A proxy also answers 503, even if the server has made the change. */
  private static final int UNAVAILABLE = 503;

  private static final Duration FIRST_PAUSE = Duration.ofMillis(200);

  private final ClientOptions options;
  private final long mostBytes;
  private final long deadline;

  /** Creates tries whose requests, with their retries, end within the time from now. */
  Tries(ClientOptions options, long mostBytes, Duration time) {
    this.options = options;
    this.mostBytes = mostBytes;
    this.deadline = System.nanoTime() + time.toNanos();
  }

  /** Sends a request, again only if that is safe, and returns the response. */
  HttpResponse<String> send(HttpRequest request, boolean isRepeatable) {
    Budget budget = new Budget(options.retries(), deadline);
    Duration pause = FIRST_PAUSE;
    boolean mayBeDone = false;
    long end = deadline;
    while (true) {
      try {
        requireThere(request, mayBeDone);
        HttpResponse<String> response = sendOnce(request, end);
        boolean isLost =
            Answers.isOutcomeUnknown(response) || mayBeDone && Answers.isInProgress(response);
        if (isRepeatable && isLost && budget.allows(pause)) {
          mayBeDone = true;
          pauseAfterLoss(pause, request);
        } else if (!pauseAsAsked(response, isRepeatable, budget)) {
          return requireKnown(request, response, mayBeDone);
        }
      } catch (IOException e) {
        mayBeDone |= isSent(e);
        if (!isRepeatable || isInVain(e) || !budget.allows(needed(request, pause, e))) {
          throw noAnswer(request, e, mayBeDone);
        }
        end = e instanceof HttpTimeoutException ? budget.end : end;
        pauseAfterLoss(pause, request);
      }
      pause = pause.multipliedBy(2);
    }
  }

  /** Throws if a lost attempt may have made the change, and the response does not tell. */
  private static HttpResponse<String> requireKnown(
      HttpRequest request, HttpResponse<String> response, boolean mayBeDone) {
    if (mayBeDone
        && !isRead(request)
        && (Answers.isInProgress(response)
            || Waits.TRANSIENT.contains(response.statusCode())
                && !Answers.isOutcomeUnknown(response))) {
      throw new NoAnswerException(
          "%s %s got no answer: status %d%s"
              .formatted(
                  request.method(),
                  request.uri(),
                  response.statusCode(),
                  warning(request, mayBeDone)));
    }
    return response;
  }

  /** Sleeps if the response asks for a retry; returns false if the response is final. */
  private static boolean pauseAsAsked(
      HttpResponse<String> response, boolean isRepeatable, Budget budget) {
    Optional<Duration> asked = askedPause(response, isRepeatable);
    return asked.isPresent() && budget.allows(asked.get()) && sleep(asked.get());
  }

  /** The time for retries, which begins with the first failure: a server may hold a request. */
  private static final class Budget {
    private final Duration time;
    private final long deadline;
    private boolean hasBegun;
    private long end;

    Budget(Duration time, long deadline) {
      this.time = time;
      this.deadline = deadline;
    }

    /** Returns whether a retry after the pause is within the time; the first call begins it. */
    boolean allows(Duration pause) {
      long now = System.nanoTime();
      if (!hasBegun) {
        hasBegun = true;
        end = now + Math.min(time.toNanos(), deadline - now);
      }
      return pause.toNanos() < end - now;
    }
  }

  /**
   * Returns the time that a retry needs. A read that timed out may time out again. A change is
   * retried in any case, because otherwise its outcome would be unknown.
   */
  private Duration needed(HttpRequest request, Duration pause, IOException failure) {
    return isRead(request) && failure instanceof HttpTimeoutException
        ? pause.plus(options.patience())
        : pause;
  }

  /** Returns whether the server is unreachable or a retry would get the same response. */
  private static boolean isInVain(IOException failure) {
    return !isSent(failure) || failure instanceof BoundedText.TooLongException;
  }

  /**
   * An interrupted change is repeated before the interrupt takes effect; otherwise its outcome
   * would be unknown.
   */
  private static void pauseAfterLoss(Duration pause, HttpRequest request) {
    if (!isRead(request)) {
      sleepThrough(pause);
    } else if (!sleep(pause)) {
      throw interrupted(request);
    }
  }

  /** Sleeps; returns false if interrupted, and keeps the interrupt flag. */
  static boolean sleep(Duration pause) {
    try {
      Thread.sleep(pause.toMillis());
      return true;
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      return false;
    }
  }

  /** Sleeps for the whole duration even if interrupted, and keeps the interrupt flag. */
  private static void sleepThrough(Duration pause) {
    long end = System.nanoTime() + pause.toNanos();
    boolean isInterrupted = false;
    for (long left = pause.toNanos(); left > 0; left = end - System.nanoTime()) {
      try {
        TimeUnit.NANOSECONDS.sleep(left);
      } catch (InterruptedException e) {
        isInterrupted = true;
      }
    }
    if (isInterrupted) {
      Thread.currentThread().interrupt();
    }
  }

  private static boolean isRead(HttpRequest request) {
    return request.method().equals("GET");
  }

  private void requireThere(HttpRequest request, boolean mayBeDone) {
    String problem = "the server has stopped";
    try {
      if (options.isThere().getAsBoolean()) {
        return;
      }
    } catch (NoAnswerException e) {
      problem = e.getMessage();
    }
    throw new NoAnswerException(
        "%s %s was not sent: %s%s"
            .formatted(request.method(), request.uri(), problem, warning(request, mayBeDone)));
  }

  private HttpResponse<String> sendOnce(HttpRequest request, long end) throws IOException {
    long start = System.nanoTime();
    HttpResponse<String> response = await(request, end);
    options
        .observer()
        .accept(
            new Exchange(
                request.method(),
                request.uri().getPath(),
                response.statusCode(),
                Answers.requestId(response),
                Duration.ofNanos(System.nanoTime() - start)));
    return response;
  }

  private HttpResponse<String> await(HttpRequest request, long end) throws IOException {
    CompletableFuture<HttpResponse<String>> answer =
        options.http().sendAsync(request, BoundedText.handler(mostBytes));
    // The timeout of HttpRequest ends with the response headers, so the body needs this one.
    CompletableFuture<HttpResponse<String>> whole =
        answer.copy().orTimeout(patience(end), TimeUnit.NANOSECONDS);
    try {
      return isRead(request) ? whole.get() : whole.join();
    } catch (ExecutionException | CompletionException e) {
      answer.cancel(true);
      throw failure(request, e.getCause());
    } catch (InterruptedException e) {
      answer.cancel(true);
      Thread.currentThread().interrupt();
      throw interrupted(request);
    }
  }

  /** Returns the request timeout in nanoseconds, which is cut at the given end. */
  private long patience(long end) {
    return Math.min(options.patience().toNanos(), Math.max(0, end - System.nanoTime()));
  }

  private static IOException failure(HttpRequest request, Throwable cause) {
    if (cause instanceof TimeoutException) {
      return new HttpTimeoutException("request timed out");
    }
    if (cause instanceof IOException failure) {
      return failure;
    }
    throw noAnswer(request, cause, true);
  }

  private static Optional<Duration> askedPause(
      HttpResponse<String> response, boolean isRepeatable) {
    int status = response.statusCode();
    return status == TOO_MANY_REQUESTS || isRepeatable && status == UNAVAILABLE
        ? response.headers().firstValue("Retry-After").flatMap(Tries::seconds)
        : Optional.empty();
  }

  private static Optional<Duration> seconds(String text) {
    return text.matches("\\d{1,6}")
        ? Optional.of(Duration.ofSeconds(Math.max(1, Integer.parseInt(text))))
        : Optional.empty();
  }

  private static NoAnswerException interrupted(HttpRequest request) {
    return new NoAnswerException(
        "%s %s was interrupted".formatted(request.method(), request.uri()));
  }

  private static NoAnswerException noAnswer(
      HttpRequest request, Throwable cause, boolean mayBeDone) {
    return new NoAnswerException(
        "%s %s got no answer: %s%s"
            .formatted(request.method(), request.uri(), reason(cause), warning(request, mayBeDone)),
        cause);
  }

  /** Returns whether the server may have received the request. */
  private static boolean isSent(IOException failure) {
    return !(failure instanceof ConnectException
        || failure instanceof HttpConnectTimeoutException
        || failure instanceof SSLHandshakeException);
  }

  /** Returns a warning that the change may have been made; empty for a GET. */
  private static String warning(HttpRequest request, boolean mayBeDone) {
    return mayBeDone && !isRead(request)
        ? "; it may have been carried out, so check before you repeat it"
        : "";
  }

  private static String reason(Throwable cause) {
    if (cause.getCause() instanceof UnresolvedAddressException) {
      return "unknown host";
    }
    if (cause instanceof ConnectException) {
      return "nothing is listening there";
    }
    return Optional.ofNullable(cause.getMessage())
        .orElseGet(() -> cause.getClass().getSimpleName());
  }
}
