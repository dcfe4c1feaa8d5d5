package dev.goldenrod.testing;

import dev.goldenrod.port.QuotaRepository;
import dev.goldenrod.quota.Quota;
import java.util.NoSuchElementException;
import java.util.UUID;

final class InMemoryQuotas implements QuotaRepository {
  private final InMemoryTable<UUID, Quota> quotas;

  InMemoryQuotas(UndoLog undoLog) {
    quotas = new InMemoryTable<>(undoLog, "quota of organisation", Quota::orgId);
  }

  @Override
  public void insert(Quota quota) {
    quotas.insert(quota);
  }

  @Override
  public Quota get(UUID orgId) {
    return quotas
        .find(orgId)
        .orElseThrow(() -> new NoSuchElementException("organisation " + orgId + " has no quota"));
  }

  @Override
  public void update(Quota quota) {
    quotas.replace(quota);
  }
}
