package dev.goldenrod.http.web;

import static org.assertj.core.api.Assertions.assertThat;

import dev.goldenrod.http.answer.ErrorDetail;
import dev.goldenrod.http.route.RequestContext;
import io.javalin.http.Context;
import java.lang.reflect.Proxy;
import java.time.Duration;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Waits are limited to 50 seconds, because proxies cut off requests after a minute. */
class LongestWaitTest {
  @ParameterizedTest
  @ValueSource(strings = {"50s", "60s", "1h"})
  void a_request_is_held_for_fifty_seconds_at_most(String asked) {
    RequestContext request =
        new RequestContext(
            asking(asked),
            ErrorDetail.SHOWN,
            () -> {
              throw new AssertionError("nobody asks for the member");
            },
            "",
            new byte[0],
            System.nanoTime());

    assertThat(request.requestedWait().orElseThrow()).isLessThanOrEqualTo(Duration.ofSeconds(50));
  }

  private static Context asking(String wait) {
    return (Context)
        Proxy.newProxyInstance(
            Context.class.getClassLoader(),
            new Class<?>[] {Context.class},
            (proxy, method, arguments) -> method.getName().equals("queryParam") ? wait : null);
  }
}
