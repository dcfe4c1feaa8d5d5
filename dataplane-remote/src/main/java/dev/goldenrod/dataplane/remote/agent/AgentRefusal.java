package dev.goldenrod.dataplane.remote.agent;

/** A control plane has rejected the agent permanently. The message is for people. */
public final class AgentRefusal extends RuntimeException {
  private static final long serialVersionUID = 1L;

  AgentRefusal(String message) {
    super(message);
  }
}
