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
    SnapshotObservation reported = calls.callForResult(Methods.OBSERVE_SNAPSHOT, new Id(id));
    return new SnapshotObservation(
        reported.state(), Math.max(0, reported.sizeBytes()), PeerText.sanitize(reported.message()));
  }

  @Override
  public void ensure(UUID id, UUID databaseId) {
    calls.call(Methods.ENSURE_SNAPSHOT, new TakeSnapshot(id, databaseId));
  }

  @Override
  public void remove(UUID id) {
    calls.call(Methods.REMOVE_SNAPSHOT, new Id(id));
  }
}
