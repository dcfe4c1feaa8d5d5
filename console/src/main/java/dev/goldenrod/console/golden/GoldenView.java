package dev.goldenrod.console.golden;

import dev.goldenrod.ControlPlaneException;
import dev.goldenrod.console.html.Durations;
import dev.goldenrod.console.page.Owners;
import dev.goldenrod.control.ControlPlane;
import dev.goldenrod.golden.Golden;
import dev.goldenrod.golden.GoldenSummary;
import dev.goldenrod.golden.GoldenVersion;
import dev.goldenrod.golden.ShareScope;
import dev.goldenrod.instance.Instance;
import dev.goldenrod.member.Actor;
import dev.goldenrod.source.Source;
import java.time.Instant;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.UUID;
import java.util.stream.Collectors;

/**
 * A golden as its page shows it.
 *
 * @param latest the number of its newest ready version; 0 for none
 * @param versions newest first
 * @param sources what versions were imported from, by their {@code sourceRef}
 * @param uses who has clones of which version, as far as the member may see clones
 * @param now the time that ages are counted to
 */
public record GoldenView(
    Golden golden,
    int latest,
    List<GoldenVersion> versions,
    Map<String, Source> sources,
    List<Use> uses,
    Instant now) {
  private static final int MOST_USES = 50;

  /** The clones of one version that one member owns. */
  public record Use(int version, String owner, long clones) {}

  /** Reads the golden; an operator sees the uses of all members, others their own. */
  static GoldenView read(ControlPlane control, Actor actor, UUID id) {
    GoldenSummary summary = find(control, actor, id);
    List<GoldenVersion> versions =
        control.goldens().versions(actor, id).stream()
            .sorted(Comparator.comparingInt(GoldenVersion::number).reversed())
            .toList();
    return new GoldenView(
        summary.golden(),
        summary.latestVersion(),
        versions,
        control.sources().ofGolden(actor, id),
        uses(control, actor, id),
        control.now());
  }

  static GoldenSummary find(ControlPlane control, Actor actor, UUID id) {
    return control.goldens().list(actor).stream()
        .filter(one -> one.golden().id().equals(id))
        .findFirst()
        .orElseThrow(() -> ControlPlaneException.notFound("golden", id));
  }

  private static List<Use> uses(ControlPlane control, Actor actor, UUID id) {
    Owners owners = Owners.read(control.members(), actor);
    Map<Integer, Map<String, Long>> counts =
        control.instances().ofGolden(actor, id).stream()
            .collect(
                Collectors.groupingBy(
                    one -> one.spec().golden().version(),
                    Collectors.groupingBy(
                        (Instance one) -> owners.name(one.ownerId()), Collectors.counting())));
    return counts.entrySet().stream()
        .flatMap(
            version ->
                version.getValue().entrySet().stream()
                    .map(owner -> new Use(version.getKey(), owner.getKey(), owner.getValue())))
        .sorted(Comparator.comparingInt(Use::version).reversed().thenComparing(Use::owner))
        .toList();
  }

  /** Returns the version's source in words. */
  public String source(GoldenVersion version) {
    Source source = sources.get(version.sourceRef());
    if (source != null) {
      return SourceRow.of(source).label();
    }
    if (isImported(version)) {
      return "import";
    }
    return version.sourceRef().isEmpty() ? "not given" : version.sourceRef();
  }

  /** Returns whether an import made the version. */
  public boolean isImported(GoldenVersion version) {
    return version.sourceRef().matches("import/[0-9a-f-]{36}");
  }

  public String path() {
    return "/goldens/" + golden.id();
  }

  public boolean isShared() {
    return golden.shareScope() == ShareScope.ORG;
  }

  /** Returns the number of clones of the version. */
  public long clones(int version) {
    return uses.stream().filter(use -> use.version() == version).mapToLong(Use::clones).sum();
  }

  public String age(GoldenVersion version) {
    return Durations.since(version.createdAt(), now);
  }

  /** Returns the age of the newest ready version; empty if there is none. */
  public String newestAge() {
    return versions.stream()
        .filter(version -> version.number() == latest)
        .findFirst()
        .map(this::age)
        .orElse("");
  }

  /** Returns the first uses, as many as a page has room for. */
  public List<Use> firstUses() {
    return uses.subList(0, Math.min(uses.size(), MOST_USES));
  }

  /** Returns versions of the golden, at least one, on a line of time. */
  public VersionTimeline timeline(List<GoldenVersion> shown) {
    Map<Integer, Long> clones =
        uses.stream()
            .collect(Collectors.groupingBy(Use::version, Collectors.summingLong(Use::clones)));
    List<GoldenVersion> oldestFirst =
        shown.stream().sorted(Comparator.comparingInt(GoldenVersion::number)).toList();
    return VersionTimeline.of(golden.name(), oldestFirst, clones);
  }
}
