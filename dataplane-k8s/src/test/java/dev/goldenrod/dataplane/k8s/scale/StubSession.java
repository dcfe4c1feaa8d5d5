package dev.goldenrod.dataplane.k8s.scale;

import java.io.DataInputStream;
import java.io.DataOutputStream;
import java.io.IOException;
import java.io.OutputStream;
import java.net.Socket;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.function.BooleanSupplier;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** A PostgreSQL session that accepts every statement and returns no rows. */
final class StubSession {
  private static final Logger LOG = LoggerFactory.getLogger(StubSession.class);
  private static final int SASL = 10;
  private static final int SASL_CONTINUE = 11;
  private static final int SASL_FINAL = 12;
  private static final int LENGTH = 4;
  private static final int TEXT = 25;

  /** Describes rows with one column of text. */
  private static final byte[] COLUMN =
      ByteBuffer.allocate(22)
          .putShort((short) 1)
          .put(bytes("x\0"))
          .putInt(0)
          .putShort((short) 0)
          .putInt(TEXT)
          .putShort((short) -1)
          .putInt(-1)
          .putShort((short) 0)
          .array();

  private static final List<String> PARAMETERS =
      List.of(
          "server_version", "15.0",
          "server_encoding", "UTF8",
          "client_encoding", "UTF8",
          "DateStyle", "ISO, MDY",
          "TimeZone", "UTC",
          "integer_datetimes", "on",
          "standard_conforming_strings", "on");

  private final Socket socket;
  private final List<String> passwords;
  private final BooleanSupplier silence;

  /**
   * @param silence checked at each message; once true, the session stops responding
   */
  StubSession(Socket socket, List<String> passwords, BooleanSupplier silence) {
    this.socket = socket;
    this.passwords = passwords;
    this.silence = silence;
  }

  /** Responds until the client disconnects. */
  void run() {
    try (socket;
        DataInputStream in = new DataInputStream(socket.getInputStream());
        DataOutputStream out = new DataOutputStream(socket.getOutputStream())) {
      in.skipNBytes(in.readInt() - LENGTH);
      logIn(in, out);
      greet(out);
      answer(in, out);
    } catch (IOException e) {
      LOG.debug("a session ended", e);
    }
  }

  private void logIn(DataInputStream in, DataOutputStream out) throws IOException {
    authentication(out, SASL, "SCRAM-SHA-256\0\0");
    String initial = password(in);
    ScramServer scram = new ScramServer(initial.substring(initial.indexOf("n,,") + "n,,".length()));
    authentication(out, SASL_CONTINUE, scram.first());
    String last = password(in);
    authentication(out, SASL_FINAL, scram.last(last, passwords));
    authentication(out, 0, "");
  }

  private static void greet(DataOutputStream out) throws IOException {
    for (int i = 0; i < PARAMETERS.size(); i += 2) {
      send(out, 'S', bytes(PARAMETERS.get(i) + "\0" + PARAMETERS.get(i + 1) + "\0"));
    }
    send(out, 'K', new byte[8]);
    send(out, 'Z', bytes("I"));
  }

  private void answer(DataInputStream in, DataOutputStream out) throws IOException {
    String state = "I";
    boolean hasRows = false;
    for (int type = in.read(); type >= 0; type = in.read()) {
      String body = new String(in.readNBytes(in.readInt() - LENGTH), StandardCharsets.ISO_8859_1);
      if (silence.getAsBoolean()) {
        in.transferTo(OutputStream.nullOutputStream());
      }
      switch (type) {
        case 'P' -> {
          hasRows = body.substring(body.indexOf('\0') + 1).stripLeading().startsWith("SELECT");
          send(out, '1', new byte[0]);
        }
        case 'B' -> send(out, '2', new byte[0]);
        case 'D' -> send(out, hasRows ? 'T' : 'n', hasRows ? COLUMN : new byte[0]);
        case 'E' -> send(out, 'C', bytes("SELECT 0\0"));
        case 'Q' -> {
          state = body.startsWith("BEGIN") ? "T" : "I";
          send(out, 'C', bytes(body.split("[ \0]")[0] + "\0"));
          send(out, 'Z', bytes(state));
        }
        case 'S' -> send(out, 'Z', bytes(state));
        default -> {}
      }
    }
  }

  private static String password(DataInputStream in) throws IOException {
    in.readByte();
    return new String(in.readNBytes(in.readInt() - LENGTH), StandardCharsets.UTF_8);
  }

  private static void authentication(DataOutputStream out, int step, String text)
      throws IOException {
    byte[] data = bytes(text);
    send(out, 'R', ByteBuffer.allocate(LENGTH + data.length).putInt(step).put(data).array());
  }

  private static void send(DataOutputStream out, char type, byte[] body) throws IOException {
    ByteBuffer message = ByteBuffer.allocate(1 + LENGTH + body.length);
    message.put((byte) type).putInt(LENGTH + body.length).put(body);
    out.write(message.array());
  }

  private static byte[] bytes(String text) {
    return text.getBytes(StandardCharsets.UTF_8);
  }
}
