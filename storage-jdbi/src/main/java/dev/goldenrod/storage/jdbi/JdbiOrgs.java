package dev.goldenrod.storage.jdbi;

import dev.goldenrod.member.Org;
import dev.goldenrod.port.OrgRepository;
import java.sql.SQLException;
import java.util.Optional;

record JdbiOrgs(Sql sql) implements OrgRepository {
  private static final Columns<Org> COLUMNS = new Columns<>("id, name, created_at", JdbiOrgs::read);

  @Override
  public void insert(Org org) {
    sql.update(
        "insert into orgs (id, name, created_at) values (:id, :name, :createdAt)",
        values ->
            values
                .uuid("id", org.id())
                .text("name", org.name())
                .instant("createdAt", org.createdAt()));
  }

  @Override
  public Optional<Org> findByName(String name) {
    return sql.one(COLUMNS, "from orgs where name = :name", values -> values.text("name", name));
  }

  private static Org read(Row row) throws SQLException {
    return new Org(row.uuid(), row.text(), row.instant());
  }
}
