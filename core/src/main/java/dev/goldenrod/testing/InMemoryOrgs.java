package dev.goldenrod.testing;

import dev.goldenrod.member.Org;
import dev.goldenrod.port.OrgRepository;
import dev.goldenrod.port.QuotaRepository;
import dev.goldenrod.quota.Quota;
import java.util.NoSuchElementException;
import java.util.Optional;
import java.util.UUID;

/** The organizations and their quotas. */
final class InMemoryOrgs implements OrgRepository, QuotaRepository {
  private final InMemoryTable<UUID, Org> orgs;
  private final InMemoryTable<UUID, Quota> quotas;

  InMemoryOrgs(UndoLog undoLog) {
    orgs = new InMemoryTable<>(undoLog, "organisation", Org::id).unique("name", Org::name);
    quotas = new InMemoryTable<>(undoLog, "quota of organisation", Quota::orgId);
  }

  @Override
  public void insert(Org org) {
    orgs.insert(org);
  }

  @Override
  public Optional<Org> findByName(String name) {
    return orgs.where(org -> org.name().equals(name)).stream().findFirst();
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
