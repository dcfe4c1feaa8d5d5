package dev.goldenrod.dataplane.remote.agent;

/** A control plane refuses the agent, and would again. The message is for people. */
public final class AgentRefusal extends RuntimeException {
  private static final long serialVersionUID = 1L;

  AgentRefusal(String message) {
    super(message);
  }
}
