/** Where one is, and as whom one asks. */
export const Bar = ({ page, roles, role, choose, turn }) => (
  <header className="bar">
    <img src="/_charter/mark.svg" alt="" width="24" height="24" />
    <a className="name" href={`/#/?as=${encodeURIComponent(role)}`}>
      {page.title}
    </a>
    <span className="quiet">{page.version}</span>
    <h1>GraphiQL</h1>
    <span className="gap" />
    <label>
      <span className="quiet">as</span>
      <select aria-label="Who asks" value={role} onChange={({ target }) => choose(target.value)}>
        {roles.map(({ name }) => (
          <option key={name}>{name}</option>
        ))}
      </select>
    </label>
    <button type="button" aria-label="Switch between light and dark" onClick={turn}>
      ◐
    </button>
  </header>
)
