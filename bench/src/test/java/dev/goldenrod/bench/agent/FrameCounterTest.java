package dev.goldenrod.bench.agent;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.ByteArrayOutputStream;
import java.nio.charset.StandardCharsets;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class FrameCounterTest {
  private static final int TEXT = 0x81;
  private static final int PING = 0x89;
  private static final int MASKED = 0x80;

  private final ByteArrayOutputStream sent = new ByteArrayOutputStream();
  private final FrameCounter counter = new FrameCounter();

  @Test
  void what_is_in_the_head_of_http_is_no_text() {
    send("HTTP/1.1 101 Switching Protocols\r\nA: \u0081\u0001b\r\n\r\n");

    assertThat(count(1)).isZero();
  }

  @ParameterizedTest
  @ValueSource(ints = {1, 3, 1000})
  void texts_of_all_lengths_are_counted_and_nothing_else(int atOnce) {
    send("GET /v1/agent HTTP/1.1\r\n\r\n");
    frame(TEXT, 5, true);
    frame(PING, 0, true);
    frame(TEXT, 300, false);
    frame(PING, 3, false);
    frame(TEXT, 70_000, true);
    frame(TEXT, 0, true);

    assertThat(count(atOnce)).isEqualTo(4);
  }

  private void send(String head) {
    sent.writeBytes(head.getBytes(StandardCharsets.ISO_8859_1));
  }

  private void frame(int head, int length, boolean isMasked) {
    int mask = isMasked ? MASKED : 0;
    sent.write(head);
    if (length < 126) {
      sent.write(mask | length);
    } else if (length < 1 << 16) {
      sent.write(mask | 126);
      sent.write(length >> 8);
      sent.write(length);
    } else {
      sent.write(mask | 127);
      for (int shift = 56; shift >= 0; shift -= 8) {
        sent.write((int) ((long) length >> shift));
      }
    }
    sent.writeBytes(new byte[isMasked ? 4 : 0]);
    for (int i = 0; i < length; i++) {
      sent.write(TEXT);
    }
  }

  private long count(int atOnce) {
    byte[] all = sent.toByteArray();
    for (int from = 0; from < all.length; from += atOnce) {
      int length = Math.min(atOnce, all.length - from);
      byte[] part = new byte[length];
      System.arraycopy(all, from, part, 0, length);
      counter.take(part, length);
    }
    return counter.texts();
  }
}
