package dev.goldenrod.server.log;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import ch.qos.logback.classic.Level;
import ch.qos.logback.classic.LoggerContext;
import ch.qos.logback.classic.spi.LoggingEvent;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.slf4j.event.KeyValuePair;

class JsonLinesTest {
  private final LoggerContext context = new LoggerContext();

  @AfterEach
  void stop() {
    context.stop();
  }

  @Test
  void an_event_is_one_object_with_what_is_known_beside_it() throws IOException {
    LoggingEvent event = event("it {} work\n{\"x\":1}\u001b\u009b", null, "did not");
    event.addKeyValuePair(new KeyValuePair("resource", "database/x"));

    JsonNode object = line(event);

    assertThat(object.path("time").asText()).isEqualTo("2026-01-31T10:15:30.120Z");
    assertThat(object.path("level").asText()).isEqualTo("WARN");
    assertThat(object.path("logger").asText()).isEqualTo("dev.goldenrod.x");
    assertThat(object.path("message").asText()).isEqualTo("it did not work\n{\"x\":1}\u001b ");
    assertThat(object.path("request_id").asText()).isEqualTo("r-1");
    assertThat(object.path("resource").asText()).isEqualTo("database/x");
    assertThat(object.has("exception")).isFalse();
  }

  @Test
  void an_exception_is_in_one_field() throws IOException {
    Exception failure = new IllegalStateException("outer", new IOException("inner"));

    assertThat(line(event("failed", failure)).path("exception").asText())
        .startsWith("java.lang.IllegalStateException: outer\n\tat ")
        .contains("Caused by: java.io.IOException: inner");
  }

  @Test
  void levels_are_of_all_that_is_goldenrods_own_or_of_one_logger() {
    assertThat(ServerLog.Levels.parse(List.of("warn", "dev.goldenrod.http=DEBUG")).byLogger())
        .isEqualTo(Map.of("dev.goldenrod", Level.WARN, "dev.goldenrod.http", Level.DEBUG));
    assertThat(ServerLog.Levels.parse(List.of())).hasToString("INFO");
    assertThatThrownBy(() -> ServerLog.Levels.parse(List.of("x=LOUD")))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessageStartingWith("'x=LOUD'; it must be one of ERROR");
  }

  private LoggingEvent event(String message, Throwable failure, Object... arguments) {
    LoggingEvent event =
        new LoggingEvent(
            "", context.getLogger("dev.goldenrod.x"), Level.WARN, message, failure, arguments);
    event.setMDCPropertyMap(Map.of("request_id", "r-1", "level", "forged"));
    event.setInstant(Instant.parse("2026-01-31T10:15:30.12Z"));
    return event;
  }

  private static JsonNode line(LoggingEvent event) throws IOException {
    String text = new String(new JsonLines().encode(event), StandardCharsets.UTF_8);
    assertThat(text).hasLineCount(1).endsWith("}\n").doesNotContain("\u001b", "\u009b");
    return new ObjectMapper().readTree(text);
  }
}
