package dev.goldenrod.port;

import dev.goldenrod.quota.Quota;
import java.util.UUID;

/** Quotas, one row for each organization. */
public interface QuotaRepository {
  void insert(Quota quota);

  /**
   * Returns the organization's quota.
   *
   * @throws java.util.NoSuchElementException when the organization has none
   */
  Quota get(UUID orgId);

  /** Replaces the organization's quota; no effect when it has none. */
  void update(Quota quota);
}
