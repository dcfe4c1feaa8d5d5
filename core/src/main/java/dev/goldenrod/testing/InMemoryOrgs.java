package dev.goldenrod.testing;

import dev.goldenrod.member.Org;
import dev.goldenrod.port.OrgRepository;
import java.util.Optional;
import java.util.UUID;

final class InMemoryOrgs implements OrgRepository {
  private final InMemoryTable<UUID, Org> orgs;

  InMemoryOrgs(UndoLog undoLog) {
    orgs = new InMemoryTable<>(undoLog, "organisation", Org::id).unique("name", Org::name);
  }

  @Override
  public void insert(Org org) {
    orgs.insert(org);
  }

  @Override
  public Optional<Org> findByName(String name) {
    return orgs.where(org -> org.name().equals(name)).stream().findFirst();
  }
}
