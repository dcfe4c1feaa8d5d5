package dev.goldenrod.dataplane.remote.control;

import dev.goldenrod.dataplane.remote.message.Methods;
import dev.goldenrod.dataplane.remote.message.Parameters.Id;
import dev.goldenrod.dataplane.remote.message.Parameters.TakeSnapshot;
import dev.goldenrod.dataplane.remote.message.PeerText;
import dev.goldenrod.port.DatabaseSnapshots;
import dev.goldenrod.port.SnapshotObservation;
import java.util.UUID;

record RemoteSnapshots(AgentCalls calls) implements DatabaseSnapshots {
  @Override
  public SnapshotObservation observe(UUID id) {
    SnapshotObservation said = calls.ask(Methods.OBSERVE_SNAPSHOT, new Id(id));
    return new SnapshotObservation(
        said.state(), Math.max(0, said.sizeBytes()), PeerText.of(said.message()));
  }

  @Override
  public void ensure(UUID id, UUID databaseId) {
    calls.find(Methods.ENSURE_SNAPSHOT, new TakeSnapshot(id, databaseId));
  }

  @Override
  public void remove(UUID id) {
    calls.find(Methods.REMOVE_SNAPSHOT, new Id(id));
  }
}
