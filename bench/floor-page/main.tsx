import { createRoot } from 'react-dom/client'

const root = document.getElementById('root')
if (!root) throw new Error('The page has no root')
createRoot(root).render(
  <main>
    <h1>Online predplatné</h1>
    <p style={{ fontSize: 40, fontFamily: 'Georgia, serif' }}>Prémium máte do 14. marca 2027.</p>
    <p>Potom sa obnoví na ďalší rok. 12. marca 2027 stiahneme 89,90 € z karty Visa •••• 4242.</p>
  </main>,
)
