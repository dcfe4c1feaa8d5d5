package dev.goldenrod.agent;

import java.util.Optional;

/** The entry point for agents that connect, independent of the transport. Thread-safe. */
public interface AgentGateway {
  /**
   * Begins a session with the agent that presents the token; empty when no cluster has the token.
   *
   * @param channel sends to the agent
   * @throws dev.goldenrod.port.StoreException when the store does not answer
   */
  Optional<Session> open(String token, Channel channel);

  /** The sending side of an agent's connection. Thread-safe. */
  interface Channel {
    /**
     * Sends a text. Blocks until the text was passed to the network, so that a slow peer slows the
     * sender down.
     *
     * @throws ConnectionLostException when the connection is closed
     */
    void send(String text);

    /** Called when the agent was authenticated: from now on it may send long texts. */
    default void admit() {}

    /**
     * Closes the connection and sends the agent the reason; no effect when it is closed already.
     */
    void close(String reason);
  }

  /**
   * The receiving side of an agent's connection. Its methods are called in the order of arrival.
   */
  interface Session {
    /** Handles a text from the agent. Must not block. */
    void receive(String text);

    /** Handles the end of the connection. */
    void ended();
  }
}
