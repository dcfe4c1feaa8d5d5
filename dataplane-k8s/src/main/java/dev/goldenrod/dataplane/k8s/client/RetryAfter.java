package dev.goldenrod.dataplane.k8s.client;

import java.io.IOException;
import java.io.InterruptedIOException;
import java.time.Duration;
import okhttp3.Interceptor;
import okhttp3.Response;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Waits as long as an overloaded API server asks for, and then retries once. If the server asks for
 * longer than a call may take, the caller gets the refusal.
 */
final class RetryAfter implements Interceptor {
  private static final Logger LOG = LoggerFactory.getLogger(RetryAfter.class);
  private static final int TOO_MANY_REQUESTS = 429;
  private static final String HEADER = "Retry-After";
  private static final Duration LONGEST = Duration.ofSeconds(15);

  @Override
  public Response intercept(Chain chain) throws IOException {
    Response response = chain.proceed(chain.request());
    long seconds = secondsOf(response);
    if (seconds <= 0 || seconds > LONGEST.toSeconds()) {
      return response;
    }
    response.close();
    LOG.debug("API server asked to retry after {} s", seconds);
    rest(seconds);
    return chain.proceed(chain.request());
  }

  /** Returns 0 without a header, or if it is a date. */
  private static long secondsOf(Response response) {
    String asked = response.header(HEADER, "");
    return response.code() == TOO_MANY_REQUESTS && asked.matches("\\d{1,9}")
        ? Long.parseLong(asked)
        : 0;
  }

  private static void rest(long seconds) throws InterruptedIOException {
    try {
      Thread.sleep(Duration.ofSeconds(seconds).toMillis());
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw new InterruptedIOException("interrupted");
    }
  }
}
