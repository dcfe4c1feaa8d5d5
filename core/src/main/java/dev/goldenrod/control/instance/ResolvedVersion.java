package dev.goldenrod.control.instance;

import dev.goldenrod.ControlPlaneException;
import dev.goldenrod.golden.Golden;
import dev.goldenrod.golden.GoldenVersion;
import dev.goldenrod.instance.GoldenRef;
import dev.goldenrod.member.Actor;
import dev.goldenrod.port.Transaction;
import java.util.Optional;

/** The version a launch or a refresh resolves to. */
public record ResolvedVersion(Golden golden, GoldenVersion version) {
  /**
   * Finds the version among those the caller may see.
   *
   * @param number 0 for the latest
   * @throws ControlPlaneException when there is no such ready version
   */
  public static ResolvedVersion resolve(Transaction tx, Actor actor, String name, int number) {
    Golden golden =
        tx.goldens()
            .findByName(actor.orgId(), name)
            .filter(found -> found.isVisibleTo(actor))
            .orElseThrow(() -> none(name));
    Optional<GoldenVersion> version =
        number == 0
            ? tx.goldens().latestReady(golden.id())
            : tx.goldens().findVersion(golden.id(), number).filter(GoldenVersion::isReady);
    return new ResolvedVersion(
        golden,
        version.orElseThrow(
            () ->
                number == 0
                    ? none(name)
                    : ControlPlaneException.invalidBecause(
                        "golden", "'" + name + "' has no ready version " + number)));
  }

  private static ControlPlaneException none(String name) {
    return ControlPlaneException.invalidBecause(
        "golden", "'" + name + "' has no visible ready version");
  }

  /** The refusal of a version whose cluster was deleted. */
  ControlPlaneException gone() {
    return ControlPlaneException.invalidBecause(
        "golden",
        "'%s', version %d, was in a cluster that is deleted; import it again"
            .formatted(golden.name(), version.number()));
  }

  GoldenRef ref() {
    return new GoldenRef(golden.id(), golden.name(), version.number());
  }
}
