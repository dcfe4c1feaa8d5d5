package dev.goldenrod.testing;

import dev.goldenrod.port.MaskingRulesRepository;
import dev.goldenrod.source.MaskingRuleSet;
import dev.goldenrod.source.Source;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;
import java.util.UUID;

/** The masking rules of sources. */
final class InMemoryMaskingRules implements MaskingRulesRepository {
  private record Key(UUID sourceId, int version) {}

  private final UndoLog undoLog;
  private final InMemoryTable<UUID, Source> sources;
  private final InMemoryTable<Key, MaskingRuleSet> rules;

  InMemoryMaskingRules(UndoLog undoLog, InMemoryTable<UUID, Source> sources) {
    this.undoLog = undoLog;
    this.sources = sources;
    rules =
        new InMemoryTable<>(
            undoLog, "masking rules", row -> new Key(row.sourceId(), row.version()));
  }

  @Override
  public void insert(MaskingRuleSet row) {
    if (sources.find(row.sourceId()).isEmpty()) {
      throw undoLog.refused("source " + row.sourceId() + " of the rules does not exist");
    }
    rules.insert(row);
  }

  @Override
  public Optional<MaskingRuleSet> find(UUID orgId, UUID sourceId, int version) {
    return rules.find(new Key(sourceId, version)).filter(row -> row.orgId().equals(orgId));
  }

  @Override
  public Optional<MaskingRuleSet> latest(UUID orgId, UUID sourceId) {
    return highestFirst(orgId, sourceId).stream().findFirst();
  }

  @Override
  public List<MaskingRuleSet.Header> versions(UUID orgId, UUID sourceId) {
    return highestFirst(orgId, sourceId).stream()
        .map(row -> new MaskingRuleSet.Header(row.version(), row.createdBy(), row.createdAt()))
        .toList();
  }

  private List<MaskingRuleSet> highestFirst(UUID orgId, UUID sourceId) {
    return rules.where(
        row -> row.orgId().equals(orgId) && row.sourceId().equals(sourceId),
        Comparator.comparing(MaskingRuleSet::version).reversed());
  }

  void deleteSource(UUID sourceId) {
    rules.removeIf(row -> row.sourceId().equals(sourceId));
  }
}
