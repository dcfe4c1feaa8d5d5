package dev.goldenrod.server.log;

import static org.assertj.core.api.Assertions.assertThat;

import ch.qos.logback.classic.Logger;
import ch.qos.logback.classic.LoggerContext;
import ch.qos.logback.classic.encoder.PatternLayoutEncoder;
import ch.qos.logback.classic.util.LogbackMDCAdapter;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.concurrent.CountDownLatch;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

class NonBlockingAppenderTest {
  private static final Duration PATIENCE = Duration.ofMinutes(8);

  private final LoggerContext context = new LoggerContext();
  private final NonBlockingAppender appender = new NonBlockingAppender();
  private final Logger logger = context.getLogger("dev.goldenrod.x");
  private final Pipe pipe = new Pipe();

  @BeforeEach
  void start() {
    context.setMDCAdapter(new LogbackMDCAdapter());
    PatternLayoutEncoder lines = new PatternLayoutEncoder();
    lines.setContext(context);
    lines.setPattern("%level %msg%n");
    lines.start();
    appender.setContext(context);
    appender.setEncoder(lines);
    appender.start();
    appender.setOutputStream(pipe);
    context.getLogger(Logger.ROOT_LOGGER_NAME).addAppender(appender);
    appender.startWriterThread();
  }

  @AfterEach
  void stop() {
    pipe.read();
    context.stop();
  }

  @Test
  void what_nobody_reads_holds_no_caller_up_and_what_is_dropped_is_said() {
    int logged = 2 * NonBlockingAppender.CAPACITY;
    for (int i = 0; i < logged; i++) {
      logger.info("line {}", i);
    }
    pipe.read();
    appender.flushQueue(PATIENCE);

    assertThat(appender.dropped()).isBetween(1L, (long) logged);
    assertThat(pipe.text().lines().filter(line -> line.startsWith("INFO line ")))
        .hasSize(logged - (int) appender.dropped());
    assertThat(pipe.text())
        .containsOnlyOnce("WARN dropped %d log lines".formatted(appender.dropped()));
  }

  @Test
  void what_waits_is_written_at_the_end_and_what_comes_later_at_once() {
    logger.info("waits");
    pipe.read();
    appender.flushQueue(PATIENCE);
    logger.info("later");

    assertThat(pipe.text().lines()).containsExactly("INFO waits", "INFO later");
    assertThat(appender.dropped()).isZero();
  }

  @Test
  void an_end_does_not_wait_for_ever_for_a_reader_that_is_stuck() {
    logger.info("stuck");
    appender.flushQueue(Duration.ofMillis(1));
    logger.info("still handed over");

    assertThat(pipe.text()).isEmpty();
  }

  /** An output stream that blocks until it is read. */
  private static final class Pipe extends ByteArrayOutputStream {
    private final CountDownLatch isRead = new CountDownLatch(1);

    void read() {
      isRead.countDown();
    }

    String text() {
      return toString(StandardCharsets.UTF_8);
    }

    @Override
    public void write(byte[] bytes) throws IOException {
      try {
        isRead.await();
      } catch (InterruptedException e) {
        throw new IOException(e);
      }
      super.write(bytes);
    }
  }
}
