package dev.goldenrod.agent;

import java.util.Optional;

/** Where agents dial in, whatever they dial in through. Thread-safe. */
public interface AgentGateway {
  /**
   * Begins a session with the agent of that token; empty when no cluster has the token.
   *
   * @param channel how to reach the agent
   * @throws dev.goldenrod.port.StoreException when the store does not answer
   */
  Optional<Session> open(String token, Channel channel);

  /** A connection's way to the agent. Thread-safe. */
  interface Channel {
    /**
     * Sends a text; returns when it was handed over to the network, so that a slow peer slows the
     * sender down.
     *
     * @throws ConnectionLostException when the connection is over
     */
    void send(String text);

    /** The agent was let in: from now on it may send long texts. */
    default void admit() {}

    /** Ends the connection, and tells the agent why; without effect when it is over. */
    void close(String reason);
  }

  /** What arrives from the agent, in its order. */
  interface Session {
    /** The agent sent a text. Returns soon. */
    void receive(String text);

    /** The connection is over. */
    void ended();
  }
}
