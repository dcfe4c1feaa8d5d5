package dev.goldenrod.bench.agent;

/**
 * Counts the text messages in one direction of a WebSocket connection, including its HTTP
 * handshake. Not thread-safe.
 */
final class FrameCounter {
  private static final byte[] END_OF_HEAD = {'\r', '\n', '\r', '\n'};
  private static final int TEXT = 1;
  private static final int OPCODE = 0x0f;
  private static final int MASKED = 0x80;
  private static final int LENGTH = 0x7f;
  private static final int TWO_BYTES = 126;
  private static final int MASK_BYTES = 4;

  private int matched;
  private int headBytes;
  private int lengthBytes;
  private boolean masked;
  private long payload;
  private long texts;

  long texts() {
    return texts;
  }

  void take(byte[] bytes, int count) {
    for (int i = 0; i < count; i++) {
      if (matched < END_OF_HEAD.length) {
        matched = bytes[i] == END_OF_HEAD[matched] ? matched + 1 : bytes[i] == '\r' ? 1 : 0;
      } else if (payload > 0 && headBytes == 0) {
        payload--;
      } else {
        takeHead(bytes[i] & 0xff);
      }
    }
  }

  private void takeHead(int value) {
    headBytes++;
    if (headBytes == 1) {
      texts += (value & OPCODE) == TEXT ? 1 : 0;
    } else if (headBytes == 2) {
      masked = (value & MASKED) != 0;
      int length = value & LENGTH;
      lengthBytes = length < TWO_BYTES ? 0 : length == TWO_BYTES ? 2 : 8;
      payload = lengthBytes == 0 ? length : 0;
    } else if (headBytes <= 2 + lengthBytes) {
      payload = payload << 8 | value;
    }
    if (headBytes == 2 + lengthBytes + (masked ? MASK_BYTES : 0) && headBytes > 1) {
      headBytes = 0;
    }
  }
}
