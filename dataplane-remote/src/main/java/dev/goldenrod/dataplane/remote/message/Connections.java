package dev.goldenrod.dataplane.remote.message;

import java.util.Objects;
import java.util.UUID;

/**
 * What both sides say of a connection to a database, by its number. The control plane opens it by a
 * request; all else are notifications, of either side.
 */
public final class Connections {
  /** The names of the messages. */
  public static final String OPEN = "connections.open";

  public static final String DATA = "connections.data";
  public static final String TAKEN = "connections.taken";
  public static final String END = "connections.end";
  public static final String CLOSE = "connections.close";

  private Connections() {}

  /**
   * A connection to open.
   *
   * @param connection its number, which the control plane gives to one only
   * @param id the database's
   */
  public record Open(long connection, UUID id) {
    public Open {
      Objects.requireNonNull(id);
    }
  }

  /**
   * Bytes.
   *
   * @param at how many came before, so that none is lost or comes twice
   * @param data in base64
   */
  public record Data(long connection, long at, byte[] data) {
    public Data {
      Objects.requireNonNull(data);
    }
  }

  /**
   * How far the receiver is, which lets the other side send more.
   *
   * @param bytes how many it has taken since the beginning
   */
  public record Taken(long connection, long bytes) {}

  /**
   * The sender has nothing more to send.
   *
   * @param at how many bytes it has sent
   */
  public record End(long connection, long at) {}

  /** The connection is over. */
  public record Close(long connection) {}
}
