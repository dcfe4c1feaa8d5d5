package dev.goldenrod.port;

import dev.goldenrod.quota.Quota;
import java.util.UUID;

/** Caps, one row an organisation. */
public interface QuotaRepository {
  void insert(Quota quota);

  /**
   * The organisation's caps.
   *
   * @throws java.util.NoSuchElementException when the organisation has none
   */
  Quota get(UUID orgId);

  /** Replaces the organisation's caps; without effect when it has none. */
  void update(Quota quota);
}
