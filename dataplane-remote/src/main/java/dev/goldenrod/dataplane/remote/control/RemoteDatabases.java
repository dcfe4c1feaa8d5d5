package dev.goldenrod.dataplane.remote.control;

import dev.goldenrod.database.Resources;
import dev.goldenrod.dataplane.remote.message.Methods;
import dev.goldenrod.dataplane.remote.message.Parameters.At;
import dev.goldenrod.dataplane.remote.message.Parameters.Id;
import dev.goldenrod.dataplane.remote.message.Parameters.Ids;
import dev.goldenrod.dataplane.remote.message.Parameters.Resize;
import dev.goldenrod.dataplane.remote.message.Parameters.Upgrade;
import dev.goldenrod.dataplane.remote.message.PeerText;
import dev.goldenrod.dataplane.remote.stream.DatabaseConnections;
import dev.goldenrod.instance.Credentials;
import dev.goldenrod.port.DatabaseObservation;
import dev.goldenrod.port.DatabaseSpec;
import dev.goldenrod.port.RunningDatabases;
import dev.goldenrod.tunnel.ClientConnection;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.UUID;

record RemoteDatabases(AgentCalls calls, DatabaseConnections connections)
    implements RunningDatabases {
  private static final Duration CONNECT = Duration.ofSeconds(15);
  private static final Duration UPGRADE = Duration.ofSeconds(90);

  @Override
  public DatabaseObservation observe(UUID id) {
    DatabaseObservation reported = calls.callForResult(Methods.OBSERVE_DATABASE, new Id(id));
    return new DatabaseObservation(
        reported.state(),
        reported.generation(),
        AgentMessageValidator.endpoint(reported.endpoint()),
        PeerText.sanitize(reported.message()));
  }

  @Override
  public boolean isAt(UUID id, String endpoint) {
    return calls.callForResult(Methods.IS_AT, new At(id, endpoint));
  }

  @Override
  public void ensure(DatabaseSpec spec) {
    calls.call(Methods.ENSURE_DATABASE, spec);
  }

  @Override
  public Optional<Resources> resources(UUID id) {
    return calls.call(Methods.RESOURCES, new Id(id));
  }

  @Override
  public void resize(UUID id, Resources resources) {
    calls.call(Methods.RESIZE, new Resize(id, resources));
  }

  @Override
  public void remove(UUID id) {
    calls.call(Methods.REMOVE_DATABASE, new Id(id));
  }

  @Override
  public Optional<Credentials> credentials(UUID id) {
    return calls.call(Methods.CREDENTIALS, new Id(id)).map(AgentMessageValidator::credentials);
  }

  /** One request for all databases, since a hundred requests would take a hundred round trips. */
  @Override
  public Map<UUID, Credentials> credentials(List<UUID> ids) {
    return AgentMessageValidator.credentials(
        ids, calls.callForResult(Methods.ALL_CREDENTIALS, new Ids(ids)));
  }

  @Override
  public Optional<String> loginProblem(UUID id) {
    return calls.call(Methods.LOGIN_PROBLEM, new Id(id)).map(PeerText::sanitize);
  }

  @Override
  public Credentials resetCredentials(UUID id) {
    return AgentMessageValidator.credentials(
        calls.callForResult(Methods.RESET_CREDENTIALS, new Id(id)));
  }

  @Override
  public ClientConnection openConnection(UUID id) {
    return connections.open(id, open -> calls.call(Methods.OPEN_CONNECTION, open, CONNECT));
  }

  @Override
  public boolean upgradeImage(UUID id, boolean reindex) {
    return calls.callForResult(Methods.UPGRADE_IMAGE, new Upgrade(id, reindex), UPGRADE);
  }
}
