package dev.goldenrod.port;

import dev.goldenrod.source.MaskingRuleSet;
import java.util.List;
import java.util.Optional;
import java.util.UUID;

/** The versions of sources' masking rules, which are deleted with their source. */
public interface MaskingRulesRepository {
  /**
   * Inserts the row.
   *
   * @throws StoreConflictException when the version is taken or the source does not exist
   */
  void insert(MaskingRuleSet rules);

  Optional<MaskingRuleSet> find(UUID orgId, UUID sourceId, int version);

  /** Returns the rules with the highest version; empty if the source has none. */
  Optional<MaskingRuleSet> latest(UUID orgId, UUID sourceId);

  /** Returns all versions of the source's rules, highest first. */
  List<MaskingRuleSet.Header> versions(UUID orgId, UUID sourceId);
}
