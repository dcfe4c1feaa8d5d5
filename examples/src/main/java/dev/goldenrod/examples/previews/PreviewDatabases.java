package dev.goldenrod.examples.previews;

import dev.goldenrod.control.ControlPlane;
import dev.goldenrod.control.Instances;
import dev.goldenrod.instance.Instance;
import dev.goldenrod.instance.InstancePhase;
import dev.goldenrod.instance.Ttl;
import dev.goldenrod.member.Actor;
import java.util.Optional;
import java.util.UUID;
import java.util.concurrent.ConcurrentHashMap;
import org.jspecify.annotations.Nullable;

/** Provides each pull request with its own database for eight hours. Thread-safe. */
public final class PreviewDatabases {
  private final ControlPlane control;
  private final Actor actor;
  private final String golden;
  private final ConcurrentHashMap<Integer, UUID> clones = new ConcurrentHashMap<>();

  public PreviewDatabases(ControlPlane control, Actor actor, String golden) {
    this.control = control;
    this.actor = actor;
    this.golden = golden;
  }

  /** Ensures that the pull request has a database; a failed or expired one is replaced. */
  public void open(int pullRequest) {
    clones.compute(
        pullRequest,
        (number, id) ->
            find(id).filter(PreviewDatabases::isUsable).map(Instance::id).orElseGet(this::launch));
  }

  /** Returns the URI of the pull request's database; empty if it is not ready. */
  public Optional<String> uri(int pullRequest) {
    return find(clones.get(pullRequest))
        .filter(clone -> clone.phase() == InstancePhase.READY)
        .map(clone -> control.instances().credentials(actor, clone.id()).uri());
  }

  /** Deletes the pull request's database. */
  public void close(int pullRequest) {
    UUID id = clones.remove(pullRequest);
    find(id).ifPresent(clone -> control.instances().delete(actor, clone.id()));
  }

  private UUID launch() {
    return control.instances().launch(actor, Instances.Launch.latest(golden, Ttl.parse("8h"))).id();
  }

  private static boolean isUsable(Instance clone) {
    return clone.phase() != InstancePhase.FAILED && clone.phase() != InstancePhase.TERMINATING;
  }

  private Optional<Instance> find(@Nullable UUID id) {
    return control.instances().list(actor).stream()
        .filter(clone -> clone.id().equals(id))
        .findFirst();
  }
}
