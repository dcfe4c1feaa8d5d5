package dev.goldenrod.server;

import static org.assertj.core.api.Assertions.assertThat;

import ch.qos.logback.classic.Level;
import ch.qos.logback.classic.Logger;
import ch.qos.logback.classic.LoggerContext;
import ch.qos.logback.classic.joran.JoranConfigurator;
import ch.qos.logback.classic.spi.ILoggingEvent;
import ch.qos.logback.classic.spi.LoggingEvent;
import ch.qos.logback.core.ConsoleAppender;
import ch.qos.logback.core.spi.FilterReply;
import java.nio.charset.StandardCharsets;
import java.util.Objects;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

class LogLinesTest {
  private final LoggerContext context = new LoggerContext();

  @BeforeEach
  void configure() throws Exception {
    JoranConfigurator configurator = new JoranConfigurator();
    configurator.setContext(context);
    configurator.doConfigure(
        Objects.requireNonNull(LogLinesTest.class.getResource("/logback.xml")));
  }

  @AfterEach
  void stop() {
    context.stop();
  }

  @Test
  void a_message_from_elsewhere_forges_no_line_and_steers_no_terminal() {
    String text = logged("source said: x\r\n2026-01-01 INFO \u001b[2Jall is well\u009b", null);

    assertThat(text).endsWith("source said: x 2026-01-01 INFO  [2Jall is well \n");
    assertThat(text.lines()).hasSize(1);
  }

  @Test
  void an_exception_is_logged_with_its_trace_and_steers_no_terminal() {
    String text = logged("failed", new IllegalStateException("\u001b[2Jbroken"));

    assertThat(text).contains(" [2Jbroken\n\tat ").doesNotContain("\u001b");
  }

  @Test
  void a_watch_of_kubernetes_that_is_ended_is_no_error_but_one_that_breaks_is() {
    Logger watch = context.getLogger("io.kubernetes.client.informer.cache.ProcessorListener");

    assertThat(reply(watch, new InterruptedException())).isEqualTo(FilterReply.DENY);
    assertThat(reply(watch, new IllegalStateException())).isEqualTo(FilterReply.NEUTRAL);
    assertThat(reply(context.getLogger("dev.goldenrod"), new InterruptedException()))
        .isEqualTo(FilterReply.NEUTRAL);
  }

  private FilterReply reply(Logger logger, Throwable failure) {
    return context
        .getLogger(Logger.ROOT_LOGGER_NAME)
        .getAppender("stderr")
        .getFilterChainDecision(new LoggingEvent("", logger, Level.ERROR, "", failure, null));
  }

  private String logged(String message, Throwable failure) {
    Logger root = context.getLogger(Logger.ROOT_LOGGER_NAME);
    LoggingEvent event = new LoggingEvent("", root, Level.WARN, message, failure, null);
    var appender = (ConsoleAppender<ILoggingEvent>) root.getAppender("stderr");
    return new String(appender.getEncoder().encode(event), StandardCharsets.UTF_8);
  }
}
