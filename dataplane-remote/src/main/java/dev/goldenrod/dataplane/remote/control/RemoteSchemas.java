package dev.goldenrod.dataplane.remote.control;

import dev.goldenrod.dataplane.remote.message.Methods;
import dev.goldenrod.dataplane.remote.message.Parameters.Changes;
import dev.goldenrod.dataplane.remote.message.Parameters.Ddl;
import dev.goldenrod.port.DatabaseSchemas;
import dev.goldenrod.port.SchemaChanges;
import java.time.Duration;
import java.util.UUID;

record RemoteSchemas(AgentCalls calls) implements DatabaseSchemas {
  /** The time for the network, in addition to the time limit of the work itself. */
  private static final Duration ON_THE_WAY = Duration.ofSeconds(10);

  @Override
  public String ddl(UUID id, Duration atMost) {
    return calls.callForResult(
        Methods.DDL, new Ddl(id, atMost.toMillis()), atMost.plus(ON_THE_WAY));
  }

  @Override
  public SchemaChanges changes(UUID trial, UUID target, Duration atMost) {
    return calls.callForResult(
        Methods.CHANGES, new Changes(trial, target, atMost.toMillis()), atMost.plus(ON_THE_WAY));
  }
}
