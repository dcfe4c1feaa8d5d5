package dev.goldenrod.server.log;

import ch.qos.logback.classic.spi.ILoggingEvent;
import ch.qos.logback.classic.spi.ThrowableProxyUtil;
import ch.qos.logback.core.encoder.EncoderBase;
import com.fasterxml.jackson.core.JsonFactory;
import com.fasterxml.jackson.core.JsonGenerator;
import dev.goldenrod.Timestamps;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.util.LinkedHashMap;
import java.util.Map;

/**
 * Encodes log events as JSON lines: {@code time}, {@code level}, {@code logger}, {@code message},
 * the fields of the request or resource, and {@code exception} with its stack trace. Logback's own
 * encoder cannot rename fields and nests those of the request.
 */
final class JsonLines extends EncoderBase<ILoggingEvent> {
  private final JsonFactory json = new JsonFactory();

  @Override
  public byte[] encode(ILoggingEvent event) {
    ByteArrayOutputStream line = new ByteArrayOutputStream();
    try (JsonGenerator object = json.createGenerator(line)) {
      object.writeStartObject();
      for (Map.Entry<String, String> field : fields(event).entrySet()) {
        object.writeStringField(field.getKey(), harmless(field.getValue()));
      }
      object.writeEndObject();
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
    line.write('\n');
    return line.toByteArray();
  }

  private static Map<String, String> fields(ILoggingEvent event) {
    Map<String, String> fields = new LinkedHashMap<>();
    fields.put("time", Timestamps.text(event.getInstant()));
    fields.put("level", event.getLevel().toString());
    fields.put("logger", event.getLoggerName());
    fields.put("message", String.valueOf(event.getFormattedMessage()));
    event.getMDCPropertyMap().forEach(fields::putIfAbsent);
    if (event.getKeyValuePairs() != null) {
      event
          .getKeyValuePairs()
          .forEach(pair -> fields.putIfAbsent(pair.key, String.valueOf(pair.value)));
    }
    if (event.getThrowableProxy() != null) {
      fields.put("exception", ThrowableProxyUtil.asString(event.getThrowableProxy()).strip());
    }
    return fields;
  }

  /**
   * Replaces control characters beyond ASCII, which terminals interpret and Jackson does not
   * escape.
   */
  private static String harmless(String text) {
    return text.replaceAll("[\\x7f-\\x9f]", " ");
  }

  @Override
  public byte[] headerBytes() {
    return new byte[0];
  }

  @Override
  public byte[] footerBytes() {
    return new byte[0];
  }
}
